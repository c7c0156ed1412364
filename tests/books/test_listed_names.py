"""What a refusal lists out of a book is called in the reader's language."""

import pytest

import tracker_wod
from tracker.command.library import library_for
from tracker.core.intents import Refusal
from tracker.rules.facade import Rules
from tracker.text import Words


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_encounters_and_gear_are_listed_in_the_readers_language(language: str) -> None:
    rules = Rules(tracker_wod, name="tracker_wod")
    words = Words(language, rules.catalogue)
    library = library_for(rules, words)
    for seek in (library.encounter, library.one_gear):
        with pytest.raises(Refusal) as refused:
            seek("zzzzzz")
        told = words.say(refused.value.reason)
        assert not any("a" <= letter <= "z" for letter in told.lower().replace("zzzzzz", "")), told
