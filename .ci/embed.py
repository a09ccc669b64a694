#!/usr/bin/env python3
"""Writes Sources/CEmbeddedFixtures/table.c: every file of Fixtures/ and certs/ as an #embed.

`make embed` runs it before each build; it writes only when the list of files has changed, so a build stays incremental.
With --check it writes nothing and fails where the committed list is out of date.
"""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
table = root / "Sources/CEmbeddedFixtures/table.c"
skip = {"answers", "clients", "helpers", "python", "ExamplePackage", "ProcessPackage", "COVERAGE.md"}  # for the checkout, not carried in the product

files = sorted(
    path.relative_to(root).as_posix()
    for folder in ("Fixtures", "certs")
    for path in (root / folder).rglob("*")
    if path.is_file() and not any(part.startswith(".") or part in skip or part == "__pycache__" for part in path.parts[len(root.parts):])
)
lines = ["// Written by `make embed` from the files of Fixtures/ and certs/; do not edit.", '#include "embedded_fixtures.h"']
lines += ["// #embed is C23, which the compiler offers everywhere and remarks on.", '#pragma clang diagnostic ignored "-Wc23-extensions"', ""]
for number, path in enumerate(files):
    lines += [f"static const unsigned char file_{number}[] = {{", f'#embed "../../{path}" suffix(, 0) if_empty(0)', "};"]
lines += ["", "static const cembedded_file files[] = {"]
lines += [f'    {{"{path}", file_{number}, sizeof file_{number} - 1}},' for number, path in enumerate(files)]
lines += ["    {\"\", (const unsigned char *)\"\", 0},", "};", ""]
lines += ["const cembedded_file *cembedded_files(void) { return files; }"]
lines += ["size_t cembedded_file_count(void) { return sizeof files / sizeof files[0] - 1; }", ""]
text = "\n".join(lines)
if not table.exists() or table.read_text() != text:
    if "--check" in sys.argv:
        sys.exit(f"{table.relative_to(root)} does not list the files of Fixtures/ and certs/ as they are; run: make embed")
    table.write_text(text)
