"""What goes wrong between a test and its portal."""

from __future__ import annotations


class MockPortalError(Exception):
    """The program or its portal did not do what was asked; the text says what happened, why, and what to do."""
