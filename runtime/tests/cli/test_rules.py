"""``veraz rules``: what a rule is, from the id that a verdict names."""

from click.testing import CliRunner, Result

from veraz.cli import main


def rules(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rules", *arguments])


def test_a_rule_of_a_table_is_shown_with_its_row_its_line_and_its_example() -> None:
    shown = rules("en.its-code").output
    assert "{id: en.its-code, of: coded," in shown
    assert "languages/en/results.yaml:" in shown
    assert "Booking reference: TC-708" in shown


def test_a_rule_of_code_is_shown_with_its_line() -> None:
    shown = rules("en.act").output
    assert "a verb that no table lists" in shown
    assert "unlisted_verbs.py:" in shown


def test_a_rule_tells_which_others_are_tried_before_it() -> None:
    assert "en.may-have, en.modal-have, en.will-have: tried before it" in rules("en.perfect").output


def test_a_rule_tells_of_which_actions_it_never_tells() -> None:
    assert "never of   told" in rules("en.proof-came").output


def test_every_id_is_listed_under_its_language() -> None:
    listed = rules().output
    assert "\nen.past " in listed
    assert "\npt.past " in listed
    assert listed.index("pt-BR · ") < listed.index("any · ") < listed.index("never_say")


def test_an_id_that_no_rule_has_ends_with_2_and_names_those_near() -> None:
    ended = rules("en.pefect")
    assert ended.exit_code == 2
    assert "no rule has the id 'en.pefect'; did you mean en.perfect," in ended.output


def test_an_id_like_no_other_is_told_how_to_find_one() -> None:
    assert "without an id, this command lists them all" in rules("@@@@").output
