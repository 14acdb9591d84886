"""Which words speak of which tool: its name, its description, its own vocabulary, and everyday actions."""

from veraz.vocabulary.compiling import compiled
from veraz.vocabulary.tool_words import Agency, Head, HeadForm, Noun, Role, Vocabulary
from veraz.vocabulary.wording import LOOK_UP, RUN

__all__ = ["LOOK_UP", "RUN", "Agency", "Head", "HeadForm", "Noun", "Role", "Vocabulary", "compiled"]
