"""``veraz check``: what someone reads who points it at their agent's replies."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from veraz.cli import main

TOOLS = [
    {"name": "book_table", "write": True, "description": "Book a table at a restaurant."},
    {"name": "read_menu", "write": False},
]


def case(**changes: Any) -> dict[str, Any]:
    call = {"tool": "book_table", "arguments": {"people": 2}, "outcome": "failed", "reason": "full", "when": "turn"}
    given = {"id": "a", "language": "en", "tools": TOOLS, "calls": [call], "reply": "I've booked your table."}
    return {key: value for key, value in {**given, **changes}.items() if value is not ...}


def run(*lines: Any, options: tuple[str, ...] = ()) -> Result:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    return CliRunner().invoke(main, ["check", "-", *options], input=text)


def answers(*lines: Any, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*lines, options=options).stdout.splitlines()]


def error(line: Any) -> str:
    result = run(line)
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert answer["id"] == (line.get("id") if isinstance(line, dict) else None)
    return str(answer["error"])


def test_a_line_is_answered_with_what_the_person_reads_and_why() -> None:
    (told,) = answers(case())
    assert (told["id"], told["text"]) == ("a", "Not done: book table: full.")
    assert told["sentences"] == [
        {
            "text": "I've booked your table.",
            "kind": "sentence",
            "action": "replace",
            "cause": "disagrees",
            "replacement": "Not done: book table: full.",
            "language": None,
            "unread": None,
            "undecided": None,
            "claims": [{"tool": "book_table", "stance": "says_done", "outcome": "failed"}],
        }
    ]
    assert told["added"] == []
    assert told["counts"]["replies.checked"] == 1


def test_a_claim_taken_otherwise_than_its_rule_reads_it_says_because_of_which_rule() -> None:
    (told,) = answers(case(reply="I don't know whether your table was booked."))
    assert [claim.get("because") for claim in told["sentences"][0]["claims"]] == ["whether"]


def test_a_json_reply_takes_what_is_added_where_its_line_says_and_else_it_stands_beside() -> None:
    beside, inside = answers(case(reply='{"say": "Hi."}'), case(reply='{"say": "Hi."}', additions_to="say"))
    assert (beside["text"], beside["beside"]) == ('{"say": "Hi."}', ["Not done: book table: full."])
    assert (inside["text"], inside["beside"]) == ('{"say": "Hi. Not done: book table: full."}', [])
    assert (
        error(case(additions_to=3))
        == "replies.additions_to is 3; it takes the path of a string: message, answers.0.text"
    )


def test_lines_are_answered_in_order_and_a_bad_one_costs_only_itself() -> None:
    result = run(case(id="1"), "{", case(id="3"), "")
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["id"] for line in told] == ["1", None, "3"]
    assert "not valid JSON" in told[1]["error"]
    assert result.exit_code == 1


def test_good_lines_alone_leave_the_status_at_nothing() -> None:
    assert run(case(), case()).exit_code == 0
    assert run().exit_code == 0


def test_unknown_keys_are_ignored() -> None:
    tools = [{**tool, "colour": "red"} for tool in TOOLS]
    assert "error" not in answers(case(expect={"kind": "detect"}, tools=tools))[0]


def test_a_key_that_no_case_has_is_noted_once_with_what_was_meant() -> None:
    result = run(case(nowww="2027-03-05"), case(nowww="2027-03-05", colour="red"))
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "note: 'nowww' is no key of a case and is passed over; did you mean 'now'?",
        "note: 'colour' is no key of a case and is passed over",
    ]


@pytest.mark.parametrize("key", ["id", "language", "tools", "calls", "reply"])
def test_a_missing_key_is_named(key: str) -> None:
    assert error(case(**{key: ...})) == f"{key} is missing"


CALL = case()["calls"][0]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"reply": 7}, "reply is a number; it takes text"),
        ({"reply": None}, "reply is null; it takes text"),
        ({"calls": {}}, "calls is an object; it takes a list"),
        ({"calls": [None]}, "calls[0] is null; it takes an object"),
        ({"calls": [{**CALL, "outcome": "don"}]}, "calls[0].outcome is 'don'; it takes one of: done, failed"),
        ({"calls": [CALL, {**CALL, "tool": "fly"}]}, "calls[1].tool is 'fly', which is not one of the tools"),
        ({"calls": [{**CALL, "when": "now"}]}, "calls[0].when is 'now'; it takes one of: turn, session"),
        ({"calls": [{**CALL, "arguments": []}]}, "calls[0].arguments is a list; it takes an object"),
        ({"calls": [{**CALL, "reason": 3}]}, "calls[0].reason is a number; it takes text"),
        ({"tools": [{"name": "fly"}]}, "tools[0].write is missing"),
        ({"tools": [{"name": "fly", "write": "yes"}]}, "tools[0].write is text; it takes true or false"),
        ({"tools": [{"name": "fly", "write": True, "description": [3]}]}, "tools[0].description is a list"),
        ({"tools": [{"name": "fly", "write": True, "told": "no"}]}, "tools[0].told is text; it takes true or false"),
        ({"tools": [{"name": "fly", "write": True, "vocabulary": 7}]}, "tools[0].vocabulary is a number"),
        ({"tools": [{"name": "f{l}y", "write": True}]}, "'f{l}y' is not a tool's name"),
        ({"tools": TOOLS * 2}, "'book_table' is given twice"),
        ({"language": "pt-PT"}, "'pt-PT'"),
        ({"now": "tomorrow"}, "now is 'tomorrow'; it takes ISO 8601"),
        ({"values": "any"}, "values is 'any'"),
        ({"user": "Ana"}, "user is text; it takes an object"),
        ({"phrasings": {"book_table": {"don": "x"}}}, "unknown outcome 'don'"),
        ({"phrasings": {"book_table": {"done": "{wiht}"}}}, "{wiht}"),
    ],
)
def test_a_wrong_value_is_named_with_its_place_and_what_it_takes(changes: dict[str, Any], named: str) -> None:
    assert named in error(case(**changes))


@pytest.mark.parametrize(
    "line", ["[1]", "null", '"x"', "NaN", '{"id": ' + "9" * 5000 + "}", "[" * 100_000, "\x00\x01\x02", "{'id': 1}"]
)
def test_a_line_that_is_no_case_is_answered_with_an_error(line: str) -> None:
    assert error(line)


def test_a_line_that_is_no_utf_8_is_answered_with_an_error() -> None:
    result = CliRunner().invoke(main, ["check", "-"], input=b'{"id": "\xff\xfe"}\n')
    assert "not valid JSON" in json.loads(result.stdout)["error"]


def test_a_reply_with_half_a_surrogate_pair_comes_back() -> None:
    (told,) = answers(json.dumps(case(reply="Hello \ud83d there.")))
    assert told["sentences"][0]["text"] == "Hello \ud83d there."


def test_a_reply_of_twenty_million_characters_is_composed_from_phrasings() -> None:
    (told,) = answers(case(reply="I've booked it. " * 1_250_000))
    assert told["text"] == "Not done: book table: full."


def test_where_values_come_from_is_the_line_s_or_the_option_s() -> None:
    calls = [
        {"tool": "read_menu", "arguments": {}, "outcome": "done", "when": "turn", "result": {"price": "USD 30.00"}},
        {"tool": "book_table", "arguments": {"deposit": "USD 20.00"}, "outcome": "done", "when": "turn"},
    ]
    line = case(calls=calls, reply="I've booked your table for $30.00.")
    texts = [answers(line, options=("--values", values))[0]["text"] for values in ("call", "session")]
    assert texts == ["Done: book table with deposit USD 20.00.", "I've booked your table for $30.00."]


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    file.write_text(json.dumps(case()) + "\n")
    assert CliRunner().invoke(main, ["check", str(file)]).stdout == run(case()).stdout


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(main, ["check", str(tmp_path / name)])
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr


def test_text_for_people_tells_the_claim_the_record_and_the_rule() -> None:
    told = run(case(reply="I've booked your table. Enjoy!"), options=("--format", "text")).stdout
    for part in ("replaced", "I've booked your table.", "says done: book_table", "record: failed", "rule en.", "kept"):
        assert part in told
    assert "the record says otherwise" in told
    assert "Not done: book table: full." in told


def test_text_for_people_tells_what_was_added_and_what_was_wrong_with_a_line() -> None:
    told = run(case(reply="Good evening."), "{", options=("--format", "text")).stdout
    assert "the reply left book_table out, which was failed" in told
    assert "not valid JSON" in told


def test_text_for_people_shows_control_characters_harmlessly() -> None:
    assert "\x1b]0;" not in run(case(reply="\x1b]0;owned\x07 Hello."), options=("--format", "text")).stdout


def test_a_reader_that_goes_away_gets_no_traceback() -> None:
    script = "from veraz.cli import main; main(['check', '-'])"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate((json.dumps(case()) + "\n").encode() * 2000, timeout=60)
    assert b"Traceback" not in errors
    assert process.returncode == 1


def test_nothing_but_answers_is_written_where_nobody_watches(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_text(json.dumps(case(reply="Hello. " * 9_000)) + "\n" * (1_200_000 - 63_000))
    script = "from veraz.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "check", file], capture_output=True, check=False, env=os.environ, timeout=60
    )
    assert done.stderr == b""


def test_only_what_people_would_not_read_as_written_is_answered_where_that_is_asked_for() -> None:
    kept = case(id="kept", reply="Anything else?", calls=[])
    assert [told["id"] for told in answers(kept, case(id="changed"), options=("--changed",))] == ["changed"]


def test_an_error_is_answered_whatever_is_asked_for() -> None:
    assert "error" in run(case(reply=...), options=("--changed",)).stdout


def test_a_summary_says_how_much_was_changed_and_why() -> None:
    told = run(case(), case(reply="Anything else?", calls=[]), options=("--summary",)).stderr
    assert "1 of 2 (50.0 %) not shown as written" in told
    assert "1 disagrees" in told
    assert "0 writes told after a reply" in told


def test_what_would_be_missed_shows_where_the_writes_had_ended_otherwise() -> None:
    done = case(calls=[{**case()["calls"][0], "outcome": "done"}])
    assert answers(done)[0]["text"] == "I've booked your table."
    assert answers(done, options=("--if-writes", "refused"))[0]["text"] == "That can't be done: book table."


MAILED = case(id="mailed", reply="I've e-mailed your manager. Su mesa ya fue reservada.")


def test_what_may_be_shown_is_the_line_s_or_the_option_s() -> None:
    for told in (*answers(case(mode="watch")), *answers(case(), options=("--mode", "watch"))):
        assert (told["text"], told["corrected"]) == ("I've booked your table.", "Not done: book table: full.")
    (told,) = answers(MAILED, options=("--untied", "remove", "--additions", "off"))
    assert told["text"] == "Su mesa ya fue reservada."
    assert [(unit["cause"], unit["language"], unit["unread"]) for unit in told["sentences"]] == [
        ("untied", None, None),
        (None, "es", "language"),
    ]
    assert [addition["shown"] for addition in told["added"]] == [False]


def test_a_reply_in_a_language_that_is_not_read_is_composed_where_that_is_asked_for() -> None:
    by_line = answers({**MAILED, "other_language": "compose"})
    for told in (*by_line, *answers(MAILED, options=("--other-language", "compose"))):
        assert (told["text"], told["unread"]) == ("Not done: book table: full.", "language")


@pytest.mark.parametrize("setting", ["mode", "additions", "untied", "other_language"])
def test_a_setting_of_a_line_with_a_word_it_does_not_take_is_named(setting: str) -> None:
    assert f"{setting} is 'xx'; it takes one of: " in error(case(**{setting: "xx"}))


def test_a_summary_counts_untied_acts_unread_sentences_and_what_was_kept_back() -> None:
    told = run(MAILED, options=("--summary", "--untied", "flag", "--additions", "off")).stderr
    assert "0 of 1 (0.0 %) not shown as written" in told
    assert "untied            1 sentences that tell an act" in told
    assert "unread            1 sentences in a language that is not read" in told
    assert "not shown         1 further writes left out" in told


def test_a_summary_of_watched_replies_says_that_they_were_shown() -> None:
    assert "not shown as written but for the mode" in run(case(), options=("--summary", "--mode", "watch")).stderr


def test_only_what_the_check_would_change_is_answered_of_watched_replies() -> None:
    kept = case(id="kept", reply="Anything else?", calls=[])
    told = answers(kept, case(id="wrong"), options=("--changed", "--mode", "watch"))
    assert [line["id"] for line in told] == ["wrong"]


def test_text_for_people_tells_what_is_flagged_unread_kept_back_and_would_be_read() -> None:
    options = ("--format", "text", "--untied", "flag", "--additions", "off", "--mode", "watch")
    told = run(MAILED, case(), options=options).stdout
    for part in ("flagged", "no tool can do that", "it is in another language (es)", "not added", "would read"):
        assert part in told


def test_a_sentence_that_no_rule_decides_is_shown_with_the_rule_that_spoke_against_it() -> None:
    gate = {"tool": "set_gate", "arguments": {"gate": "north gate"}, "outcome": "failed", "when": "turn"}
    line = case(tools=[{"name": "set_gate", "write": True}], calls=[gate], reply="The north gate is shut tonight.")
    assert "undecided: it may tell that" in run(line, options=("--format", "text")).stdout
    assert "why: the record says otherwise" in run(line, options=("--format", "text", "--strictness", "strict")).stdout
