"""What goes wrong between a test and its portal."""

from __future__ import annotations

from typing import Sequence


class MockPortalError(Exception):
    """The program or its portal did not do what was asked; the text says what happened, why, and what to do."""

    def __init__(self, text: str = "", allowed: Sequence[str] = ()) -> None:
        super().__init__(text)
        #: What is allowed in the place of what was refused; empty where there is no such list.
        self.allowed: Sequence[str] = tuple(allowed)
