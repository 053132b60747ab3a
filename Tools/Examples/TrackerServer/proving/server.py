"""A server that runs as a process, and requests to it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import time


def free_port():
    """Returns the number of a port that no process listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A process of the server. Use it as a context: leaving it ends the process."""

    def __init__(self, program, store, *arguments):
        self.port = free_port()
        self.process = subprocess.Popen(
            [program, "--store", str(store), "--port", str(self.port), *arguments],
            env={**os.environ, "LOG_LEVEL": "warning", "TRACKER_KEY": "0f" * 16})
        self.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def wait(self):
        """Waits until the server answers."""
        for _ in range(400):
            if self.process.poll() is not None:
                raise SystemExit(f"The server ended with {self.process.returncode}.")
            try:
                if self.request("GET", "/health")[0] == 200:
                    return
            except OSError:
                time.sleep(0.025)
        raise SystemExit("The server does not answer.")

    def connection(self):
        """Opens a connection, which can be used for several requests."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def request(self, method, path, body=None):
        """Sends one request. Returns the status and the decoded body."""
        connection = self.connection()
        try:
            return send(connection, method, path, body)
        finally:
            connection.close()

    def kill(self):
        """Ends the process at once, as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def memory(self):
        """Returns the size of the resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


def send(connection, method, path, body=None):
    """Sends a request over an open connection. Returns the status and the decoded body."""
    text = None if body is None else json.dumps(body)
    connection.request(method, path, text, {"X-Author": "prove"})
    response = connection.getresponse()
    data = response.read()
    return response.status, json.loads(data) if data else None
