"""The end of the server by SIGTERM, and a second server of the same store."""

import signal
import subprocess

from server import Server, free_port


def prove(program, options):
    """Returns the problems that were found."""
    problems = []
    store = options.folder / "end.nacre"
    with Server(program, store) as server:
        second = subprocess.run(
            [program, "--store", str(store), "--port", str(free_port())],
            stderr=subprocess.PIPE, text=True, timeout=30)
        print(f"a second server ends with {second.returncode}: {second.stderr.strip()}")
        if second.returncode != 75:
            problems.append("A second server of the same store was not refused with 75.")

        feed = server.connection()
        feed.request("GET", "/changes?since=beginning")
        response = feed.getresponse()
        server.request("PUT", "/projects/APP", {"name": "The app"})
        server.process.send_signal(signal.SIGTERM)
        events = response.read().decode()
        code = server.process.wait(30)
        print(f"SIGTERM: exit code {code}, the feed ended after {events.count('event: commit')}"
              " commits")
        if code != 0 or "Project" not in events:
            problems.append("The server did not end as it should.")
    with Server(program, store) as server:
        if server.request("GET", "/projects/APP")[0] != 200:
            problems.append("The project is not there after the restart.")
    return problems
