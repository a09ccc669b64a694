"""The log of a part: a line of JSON for each run, only ever added to."""
import datetime
import json
import os


class Record:
    """The runs of one part, of this tree and of earlier ones, in a folder of its own, after those that another machine left."""

    def __init__(self, state, kept, part):
        name = part.replace(":", "-")
        self.folder = state / name
        self.file = self.folder / "runs.jsonl"
        self.kept = kept / f"{name}.jsonl"

    def runs(self):
        """Every run that was recorded, oldest first."""
        return self.lines(self.kept) + self.lines(self.file)

    @staticmethod
    def lines(file):
        """The runs in a file; a line that a crash cut short is none."""
        found = []
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return found
        for line in lines:
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if isinstance(entry, dict) and {"key", "number", "passed"} <= entry.keys():
                found.append(entry)
        return found

    def of(self, key, worth=0):
        """The runs of a tree by number, those that were worth as much; the last of each number."""
        return {run["number"]: run for run in self.runs() if run["key"] == key and run.get("worth", 0) >= worth}

    def add(self, **entry):
        self.folder.mkdir(parents=True, exist_ok=True)
        entry["date"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")
        # After a line that was cut short a new one begins.
        cut = self.file.exists() and self.file.stat().st_size > 0 and not self.file.read_bytes().endswith(b"\n")
        with open(self.file, "a", encoding="utf-8") as file:
            file.write(("\n" if cut else "") + json.dumps(entry, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        return entry

    def keep(self, runs, root):
        """Leaves runs for another machine, without what only this one has: their logs and its paths."""
        if not runs:
            self.kept.unlink(missing_ok=True)
            return
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        texts = []
        for run in runs:
            run = {name: value for name, value in run.items() if name != "log"}
            texts.append(json.dumps(run, ensure_ascii=False).replace(f"{root}/", "") + "\n")
        self.kept.write_text("".join(texts), encoding="utf-8")
