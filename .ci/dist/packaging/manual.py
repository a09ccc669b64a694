"""Manual pages from what the program says of itself: `mockportal --experimental-dump-help`.

The pages use the macros of man(7) only, so that groff and mandoc read them alike.
"""
import re
import time


def pages(help_document, version, epoch):
    """The pages by file name, `mockportal.1` and one for each command that is shown."""
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    return {f"{page.name}.1": page.text(version, date) for page in commands(help_document["command"])}


def commands(command, above=()):
    """The page of a command, and those of the commands below it; hidden ones and `help` have none."""
    if not command.get("shouldDisplay", True) or command["commandName"] == "help":
        return
    path = (*above, command["commandName"])
    yield Page(command, path)
    for sub in command.get("subcommands", []):
        yield from commands(sub, path)


def escaped(text):
    """Text as roff takes it: no request, no escape, and hyphens that can be copied."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("^", r"\(ha").replace("~", r"\(ti").replace("`", r"\(ga").replace("'", r"\(aq")
    text = "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


class Page:
    """One command as a page."""

    def __init__(self, command, path):
        self.command, self.path = command, path
        self.name = "-".join(path)
        self.arguments = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]

    def text(self, version, date):
        abstract = self.command.get("abstract", "").rstrip(".")
        lines = [
            f'.TH {escaped(self.name).upper()} 1 {date} "mockportal {version}" "User Commands"',
            ".SH NAME", f"{escaped(self.name)} \\- {escaped(abstract[:1].lower() + abstract[1:])}",
            ".SH SYNOPSIS", *self.synopsis(),
            ".SH DESCRIPTION", escaped(self.command.get("abstract", "")),
        ]
        prose, codes, examples = self.discussion()
        for paragraph in prose:
            lines += [".PP", escaped(paragraph)]
        lines += self.subcommands()
        lines += self.options()
        if codes:
            lines += [".SH EXIT STATUS", escaped(codes)]
        if examples:
            lines += [".SH EXAMPLES", ".nf", *map(escaped, examples), ".fi"]
        lines += self.relatives()
        return "\n".join(lines) + "\n"

    def synopsis(self):
        words = [f"\\fB{escaped(' '.join(self.path))}\\fR"]
        if self.subs():
            words.append("\\fIsubcommand\\fR")
        if any(a["kind"] != "positional" and a["isOptional"] for a in self.arguments):
            words.append("[\\fIoptions\\fR]")
        words += [self.signature(a) for a in self.arguments if a["kind"] == "option" and not a["isOptional"]]
        for argument in self.arguments:
            if argument["kind"] == "positional":
                word = self.signature(argument)
                words.append(f"[{word}]" if argument["isOptional"] else word)
        return [" ".join(words)]

    def signature(self, argument):
        """How an argument is written, with its names in bold and its value in italics."""
        value = f"\\fI{escaped(argument.get('valueName', ''))}\\fR"
        if argument["kind"] == "positional":
            return value + (" ..." if argument["isRepeating"] else "")
        names = ", ".join(
            f"\\fB{escaped(('--' if name['kind'] == 'long' else '-') + name['name'])}\\fR" for name in argument["names"])
        return names if argument["kind"] == "flag" else f"{names} {value}"

    def discussion(self):
        """The paragraphs, what is said of exit codes, and the lines of the examples."""
        prose, codes, examples = [], "", []
        for paragraph in (self.command.get("discussion") or "").split("\n\n"):
            if re.match(r"Examples?:\n", paragraph):
                examples = [line.strip() for line in paragraph.split("\n")[1:]]
            elif paragraph.startswith("Exit codes: "):
                codes = paragraph.removeprefix("Exit codes: ")
            elif paragraph.strip():
                prose.append(paragraph)
        return prose, codes, examples

    def subs(self):
        return [sub for sub in self.command.get("subcommands", []) if sub.get("shouldDisplay", True) and sub["commandName"] != "help"]

    def subcommands(self):
        if not self.subs():
            return []
        lines = [".SH COMMANDS"]
        for sub in self.subs():
            lines += [".TP", f"\\fB{escaped(self.name + '-' + sub['commandName'])}\\fR(1)", escaped(sub.get("abstract", ""))]
        return lines

    def options(self):
        """Arguments, then options by the groups of the help screen."""
        lines = []
        positional = [a for a in self.arguments if a["kind"] == "positional"]
        if positional:
            lines += [".SH ARGUMENTS"]
            for argument in positional:
                lines += self.entry(argument)
        groups = {}
        for argument in self.arguments:
            if argument["kind"] != "positional":
                groups.setdefault(argument.get("sectionTitle", ""), []).append(argument)
        if groups:
            lines += [".SH OPTIONS"]
        for title in sorted(groups, key=lambda title: title != ""):
            lines += [f".SS {escaped(title)}"] if title else []
            for argument in groups[title]:
                lines += self.entry(argument)
        return lines

    def entry(self, argument):
        words = argument.get("abstract", "")
        if argument.get("allValues"):
            words += f" Values: {', '.join(argument['allValues'])}."
        if argument["kind"] != "flag" and argument.get("defaultValue"):
            words += f" Default: {argument['defaultValue']}."
        return [".TP", self.signature(argument), escaped(words.strip())]

    def relatives(self):
        above = ["-".join(self.path[:-1])] if len(self.path) > 1 else []
        names = above + [self.name + "-" + sub["commandName"] for sub in self.subs()]
        if not names:
            return []
        return [".SH SEE ALSO", ",\n".join(f"\\fB{escaped(name)}\\fR(1)" for name in names)]
