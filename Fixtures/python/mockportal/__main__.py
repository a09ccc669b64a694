"""The command `mockportal`, and `python -m mockportal`: the program takes the place of this process."""

from __future__ import annotations

import os
import sys

from .errors import MockPortalError
from .program import environment, program_path


def main() -> None:
    """Becomes the program, with the arguments of this process."""
    try:
        path = program_path()
        sys.stdout.flush()
        os.execve(path, ["mockportal", *sys.argv[1:]], environment())
    except MockPortalError as error:
        sys.exit(f"mockportal: {error}")
    except OSError as error:
        sys.exit(
            f"mockportal: {path} cannot be started: {error.strerror}; is this machine's architecture or C library another one "
            "than that of the wheel? `pip debug --verbose` lists the tags that fit."
        )


if __name__ == "__main__":
    main()
