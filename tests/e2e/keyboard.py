"""Hands on a keyboard, and no mouse."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

_MOST_STEPS = 150
_IS_FOCUSED = "element => element === document.activeElement"


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Someone who reaches everything with Tab."""

    page: Page

    def reach(self, target: Locator) -> None:
        """Go on with Tab until `target` has the focus."""
        target.wait_for()
        for _step in range(_MOST_STEPS):
            if target.evaluate(_IS_FOCUSED):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {target}")

    def press(self, target: Locator, key: str = "Enter") -> None:
        """Go to `target` and press a key."""
        self.reach(target)
        self.page.keyboard.press(key)

    def write(self, target: Locator, text: str) -> None:
        """Put `text` where another text was."""
        self.reach(target)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def link(self, name: str) -> None:
        """Follow the first link of that name."""
        self.press(self.page.get_by_role("link", name=name).first)

    def button(self, name: str) -> None:
        """Press the first button of that name."""
        self.press(self.page.get_by_role("button", name=name).first)
