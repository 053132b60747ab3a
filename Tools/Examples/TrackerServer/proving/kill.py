"""The server killed under load: every acknowledged issue must be there after the restart."""

import random
import threading
import time

from server import Server, send

WRITERS = 4


def write(server, round_number, writer, acknowledged, lock):
    """Posts issues until the connection fails. Records those that were answered with 201."""
    connection = server.connection()
    number = 0
    try:
        while True:
            title = f"round {round_number}, writer {writer}, issue {number}"
            status, issue = send(connection, "POST", "/projects/APP/issues", {"title": title})
            if status == 201:
                with lock:
                    acknowledged[issue["id"]] = title
            number += 1
    except Exception:
        # The server was killed. Whether it has stored the issue at hand is not known.
        connection.close()


def missing(server, acknowledged):
    """Returns the number of acknowledged issues that are not there, or not as they were sent."""
    connection = server.connection()
    count = 0
    for identifier, title in acknowledged.items():
        status, issue = send(connection, "GET", f"/issues/{identifier}")
        if status != 200 or issue["title"] != title:
            count += 1
    connection.close()
    return count


def prove(program, options):
    """Kills the server several times. Returns the problems that were found."""
    store = options.folder / "kill.nacre"
    numbers = random.Random(2)
    acknowledged, lock = {}, threading.Lock()
    lost = 0
    for round_number in range(options.kills):
        fresh = {}
        server = Server(program, store)
        server.request("PUT", "/projects/APP", {"name": "The app"})
        writers = [
            threading.Thread(target=write, args=(server, round_number, writer, fresh, lock))
            for writer in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        time.sleep(numbers.uniform(0.2, 0.8))
        server.kill()
        for writer in writers:
            writer.join()
        acknowledged.update(fresh)
        with Server(program, store) as again:
            lost += missing(again, fresh)
    with Server(program, store) as server:
        lost += missing(server, acknowledged)
        count = server.request("GET", "/statistics")[1]["count"]
    unknown = count - len(acknowledged)
    print(f"{options.kills} kills: {len(acknowledged)} issues acknowledged, {lost} lost,"
          f" {unknown} stored without an answer (at most {options.kills * WRITERS})")
    problems = [f"{lost} acknowledged issues were lost."] if lost else []
    if not 0 <= unknown <= options.kills * WRITERS:
        problems.append("The number of issues without an answer cannot be right.")
    if len(acknowledged) < options.kills:
        problems.append("Too few issues were written to prove anything.")
    return problems
