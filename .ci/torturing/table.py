"""The one table of `make torture`."""


def duration(seconds):
    """Seconds as a person says them."""
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def row(part, done, runs):
    """What the runs of a part say: those of this tree, and in the last column those that are stale."""
    keys = {run["key"] for run in done.values()}
    stale = [run for run in runs if run["key"] not in keys]
    last = max(done.values(), key=lambda run: run["date"], default={})
    counted = sum(run["counted"] for run in done.values())
    return {
        "part": part.name,
        "commit": last.get("commit", ""),
        "date": last.get("date", ""),
        "took": duration(sum(run["seconds"] for run in done.values())) if done else "",
        "runs": f"{len(done)} of {part.runs}",
        "in them": f"{counted} {part.unit}" if part.unit and done else "",
        "findings": len({finding for run in done.values() for finding in run["findings"]}),
        "unexplained failures": sum(not run["passed"] for run in done.values()),
        "earlier trees": f"{sum(not run['passed'] for run in stale)} of {len(stale)} failed" if stale else "",
    }


def markdown(rows):
    """The rows as a table of Markdown that is aligned for a terminal too."""
    heads = list(rows[0])
    lines = [heads] + [[str(row[head]) for head in heads] for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines)


def text(parts):
    """The table of parts with their runs (part, those of this tree by number, all); each failed run; a line of sums."""
    rows = [row(*part) for part in parts]
    lines = [markdown(rows), ""]
    for part, done, _ in parts:
        for run in done.values():
            if not run["passed"]:
                causes = ", ".join(run["findings"][:5]) or "its log names no cause"
                lines.append(f"{part.name}, run {run['number']}: {run['why']}; {causes}")
                lines.append(f"    log {run.get('log', 'on the machine that ran it')}; again: {run['again']}")
    complete = sum(len(done) == part.runs for part, done, _ in parts)
    lines.append(
        f"torture: {complete} of {len(parts)} parts complete; {sum(len(done) for _, done, _ in parts)} runs, "
        f"{sum(row['findings'] for row in rows)} findings, {sum(row['unexplained failures'] for row in rows)} unexplained failures")
    return "\n".join(lines)
