"""Phrases found at a token."""

from hypothesis import given
from hypothesis import strategies as st

from veraz.text.trie import PhraseTrie


def trie_of(*phrases: str) -> PhraseTrie[str]:
    trie: PhraseTrie[str] = PhraseTrie()
    for phrase in phrases:
        trie.add(phrase.split(), phrase.upper())
    return trie


def found(trie: PhraseTrie[str], text: str, index: int = 0, stop: int | None = None) -> list[tuple[int, list[str]]]:
    words = text.split()
    return list(trie.at(words, index, len(words) if stop is None else stop))


def test_every_phrase_that_starts_at_a_word_is_found_shortest_first() -> None:
    trie = trie_of("send", "send back", "send back money", "back")
    assert found(trie, "we send back money now", 1) == [(2, ["SEND"]), (3, ["SEND BACK"]), (4, ["SEND BACK MONEY"])]


def test_a_phrase_must_end_by_the_stop() -> None:
    assert found(trie_of("send back"), "send back", stop=1) == []


def test_a_phrase_cut_short_is_not_found() -> None:
    assert found(trie_of("send back"), "send") == []
    assert found(trie_of("send back"), "send it back") == []


def test_one_phrase_may_hold_several_payloads_each_once() -> None:
    trie = trie_of("pay", "pay")
    trie.add(["pay"], "other")
    assert found(trie, "pay") == [(1, ["PAY", "other"])]


def test_it_knows_which_words_start_a_phrase() -> None:
    trie = trie_of("send back")
    assert "send" in trie
    assert "back" not in trie


WORDS = st.lists(st.sampled_from("abc"), min_size=1, max_size=4)


@given(st.lists(WORDS), WORDS)
def test_what_it_finds_is_what_a_search_of_the_list_finds(phrases: list[list[str]], words: list[str]) -> None:
    trie: PhraseTrie[str] = PhraseTrie()
    for phrase in phrases:
        trie.add(phrase, " ".join(phrase))
    starts = sorted({tuple(phrase) for phrase in phrases if words[: len(phrase)] == phrase}, key=len)
    assert list(trie.at(words, 0, len(words))) == [(len(phrase), [" ".join(phrase)]) for phrase in starts]
