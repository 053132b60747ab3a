"""Requests a second and latency, with and without a client that searches without pause."""

import json
import random
import statistics
import subprocess
from pathlib import Path

from server import Server

HERE = Path(__file__).resolve().parent
WORDS = "crash launch login button colour slow page image cache network error retry text".split()
LABELS = ["bug", "ui", "core", "docs", "test", "speed"]


def issue(numbers):
    """Makes an issue of about 700 bytes."""
    return {
        "title": " ".join(numbers.choices(WORDS, k=5)),
        "body": " ".join(numbers.choices(WORDS, k=100)),
        "status": numbers.choice(["open", "active", "review", "closed"]),
        "priority": numbers.randint(1, 4),
        "labels": numbers.sample(LABELS, numbers.randint(0, 3)),
        "estimate": numbers.randint(1, 40),
    }


def fill(server, count, folder):
    """Adds issues in batches of 1000, and writes their ids to a file. Returns its path."""
    numbers = random.Random(1)
    server.request("PUT", "/projects/APP", {"name": "The app"})
    ids = []
    for _ in range(0, count, 1000):
        batch = [issue(numbers) for _ in range(1000)]
        status, references = server.request("POST", "/projects/APP/issues/batch", batch)
        if status != 201:
            raise SystemExit(f"A batch was answered with {status}.")
        ids += [reference["id"] for reference in references]
    path = folder / "ids.txt"
    path.write_text("\n".join(ids) + "\n")
    return path


class Wrk:
    """A run of wrk."""

    def __init__(self, url, seconds, connections, script, folder, *arguments):
        text = "" if script is None else (HERE / script).read_text()
        path = folder / f"wrk-{script or 'plain.lua'}"
        path.write_text(text + (HERE / "report.lua").read_text())
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s"]
        self.process = subprocess.Popen(
            [*command, "-s", str(path), url, "--", *map(str, arguments)],
            stdout=subprocess.PIPE, text=True)

    def result(self):
        """Waits for the end. Returns the numbers that report.lua prints."""
        output = self.process.communicate()[0]
        for line in output.splitlines():
            if line.startswith("RESULT "):
                result = json.loads(line[7:])
                result["rate"] = result["requests"] / result["seconds"]
                return result
        raise SystemExit(f"wrk printed no result:\n{output}")


def measure(server, kind, ids, options, searches):
    """Runs a load once. Returns its numbers, and those of the client that searches."""
    script = "writes.lua" if kind == "writes" else "reads.lua"
    search = None
    if searches:
        # No issue has the text, so each search reads all of them.
        url = f"{server.url}/search?text=zebra"
        search = Wrk(url, options.seconds + 1, 1, None, options.folder)
    load = Wrk(
        server.url, options.seconds, options.connections, script, options.folder, ids, kind)
    result = load.result()
    return result, search.result() if search else None


def median(runs, key):
    return statistics.median(run[key] for run in runs)


def prove(program, options, *arguments):
    """Prints a table of all loads. Returns the problems that were found."""
    problems = []
    with Server(program, options.folder / "load.nacre", *arguments) as server:
        ids = fill(server, options.issues, options.folder)
        print(f"{options.issues} issues, {options.connections} connections,"
              f" {options.rounds} rounds of {options.seconds} s; memory before: "
              f"{server.memory():.0f} MiB")
        print(f"{'load':8}{'search':>8}{'requests/s':>12}{'p50 ms':>9}{'p99 ms':>9}"
              f"{'failed':>8}{'searches/s':>12}{'MiB':>6}")
        for kind in ["points", "mixed", "writes"]:
            runs = {False: [], True: []}
            others = []
            for _ in range(options.rounds):
                for searches in [False, True]:
                    result, search = measure(server, kind, ids, options, searches)
                    runs[searches].append(result)
                    if search:
                        others.append(search)
            for searches, results in runs.items():
                failed = sum(run["failed"] for run in results)
                rate = f"{median(others, 'rate'):.1f}" if searches else ""
                if searches:
                    failed += sum(run["failed"] for run in others)
                print(f"{kind:8}{'yes' if searches else 'no':>8}"
                      f"{median(results, 'rate'):12.0f}{median(results, 'p50'):9.2f}"
                      f"{median(results, 'p99'):9.2f}{failed:8}{rate:>12}"
                      f"{server.memory():6.0f}")
                if failed:
                    problems.append(f"{failed} requests failed ({kind}).")
            kept = median(runs[True], "rate") / median(runs[False], "rate")
            slower = median(runs[True], "p99") / median(runs[False], "p99")
            print(f"{'':8}beside the search: {kept:.0%} of the requests, {slower:.1f} x p99")
            if kept < 0.7 or slower > 2:
                problems.append(f"The search takes too much from the {kind}.")
    return problems
