"""Prints the line coverage of the formats and the engine, and the files with most untested lines.

    coverage.py LEAST PROGRAM PROFILE [--lines]
"""

import json
import pathlib
import shutil
import subprocess
import sys

LEAST, PROGRAM, PROFILE = float(sys.argv[1]), sys.argv[2], sys.argv[3]
ROOT = pathlib.Path(__file__).resolve().parent.parent
# The one in the compiler's folder: other versions cannot read its files.
LLVM_COV = pathlib.Path(shutil.which("swift")).resolve().with_name("llvm-cov")
TARGETS = ["NacreFormat", "NacreEngine"]


def covered_lines(segments):
    """Returns how often each line with code was run, from the segments that llvm-cov lists."""
    lines = {}
    for here, there in zip(segments, segments[1:]):
        line, _, count, has_count = here[:4]
        if not has_count:
            continue
        for number in range(line, there[0] + (1 if there[1] > 1 else 0)):
            lines[number] = max(lines.get(number, 0), count) if number == line else count
    return lines


def main():
    sources = [str(ROOT / "Sources" / target) for target in TARGETS]
    text = subprocess.run(
        [str(LLVM_COV), "export", "-instr-profile", PROFILE, PROGRAM, *sources],
        check=True, capture_output=True, text=True).stdout
    files = json.loads(text)["data"][0]["files"]
    status = 0
    missing = []
    for target in TARGETS:
        root = str(ROOT / "Sources" / target)
        mine = [file for file in files if file["filename"].startswith(root + "/")]
        total = sum(file["summary"]["lines"]["count"] for file in mine)
        run = sum(file["summary"]["lines"]["covered"] for file in mine)
        percent = 100 * run / max(total, 1)
        enough = percent >= LEAST
        status |= not enough
        print(f"{target:12} {percent:6.2f} % of {total} lines"
              f"{'' if enough else f', BELOW {LEAST:g} %'}")
        for file in mine:
            lines = file["summary"]["lines"]
            missing.append((lines["count"] - lines["covered"], lines["percent"], file))
    missing.sort(key=lambda item: -item[0])
    for count, percent, file in missing[:12]:
        if count == 0:
            continue
        name = pathlib.Path(file["filename"]).relative_to(ROOT)
        print(f"  {count:4} not run, {percent:5.1f} % are: {name}")
    if "--lines" in sys.argv:
        for count, _, file in missing:
            lines = covered_lines(file["segments"])
            bad = sorted(number for number, runs in lines.items() if runs == 0)
            source = pathlib.Path(file["filename"]).read_text().splitlines()
            name = pathlib.Path(file["filename"]).relative_to(ROOT)
            for number in bad:
                print(f"{name}:{number}: {source[number - 1]}")
    return status


sys.exit(main())
