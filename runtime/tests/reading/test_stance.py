"""What a sentence does about an action, over the sentences of ``stances.yaml``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from veraz.outcomes import Stance

GROUPS = yaml.safe_load(Path(__file__).with_name("stances.yaml").read_text(encoding="utf-8"))


def sentences() -> Iterator[Any]:
    for group in GROUPS:
        for each in group["sentences"]:
            text, marks = each, []
            if isinstance(each, dict):
                text = each["text"]
                marks = [pytest.mark.xfail(strict=each["known_wrong"], reason=f"{group['kind']}: not read rightly yet")]
            yield pytest.param(group["language"], text, group["stance"], marks=marks, id=f"{group['kind']}: {text}")


@pytest.mark.parametrize(("language", "text", "stance"), list(sentences()))
def test_a_sentence_is_read_with_the_stance_a_person_takes_it_to_have(
    stance_of: Any, language: str, text: str, stance: str
) -> None:
    assert stance_of(language, text) is Stance(stance)
