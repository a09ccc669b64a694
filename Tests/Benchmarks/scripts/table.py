"""The table of a benchmark run: both sides, their ratio, the bar and whether it was met."""
import statistics

rows = []


def row(what, ours, theirs, ratio, bar, met):
    rows.append((what, ours, theirs, ratio, bar, "met" if met else "MISSED"))
    print(f"  {what}: {ours} against {theirs}; {bar}: {rows[-1][-1]}", flush=True)


def figures(what, ours, theirs, ratio):
    """A row without a bar: both figures are said, and nothing is asked of them."""
    rows.append((what, ours, theirs, ratio, "", ""))
    print(f"  {what}: {ours} against {theirs}; ratio {ratio}", flush=True)


def note(text):
    print(f"  {text}", flush=True)


def median(values):
    return statistics.median(values)


def percentile(values, percent):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def show():
    head = ("what", "mockportal", "beside it", "ratio", "bar", "")
    widths = [max(len(line[column]) for line in [head, *rows]) for column in range(6)]
    print()
    for number, line in enumerate([head, *rows]):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
