"""A server on this machine that gives fixed answers over HTTP."""

import http.server
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from croupier.contracts.events import Standing
from croupier.contracts.specs import Award, Clock
from croupier.services.gateway.models import Entrant, Standings, Status, Tournament

NOT_THERE = {"error": {"code": "http/not-found", "reason": "there is nothing at this address"}}


@contextmanager
def answering(answers: Mapping[str, Any]) -> Iterator[str]:
    """``host:port`` of a server that answers at some paths with JSON, with 404 elsewhere; a text goes out as it is."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            found = answers.get(self.path, NOT_THERE)
            if isinstance(found, str):
                self.wfile.write(found.encode())
                return
            self.send_response(404 if found is NOT_THERE else 200)
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        do_POST = do_GET  # noqa: N815 - the name is the library's

        def log_message(self, *_: object) -> None:
            return

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        thread = threading.Thread(target=httpd.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{httpd.server_port}"
        finally:
            httpd.shutdown()
            thread.join()


def cup(status: Status, recorded: int, row: Mapping[str, Any]) -> dict[str, Any]:
    """What a gateway answers about the tournament ``cup``, in which Ada is alone."""
    ada = Entrant(id="ada", name="Ada", registered=True, withdrawn=False, program=None)
    about = Tournament(
        id="cup", name="The Cup", game="briscola", status=status, entrants=1, recorded=recorded, ruleset="house",
        options={}, award=Award(), clock=Clock(), concurrency=1, start=None, pause=None, rounds=None, round=1,
        paired=recorded, field=[ada],
    )  # fmt: skip
    table = Standings(tournament="cup", status=status, recorded=recorded, standings=[Standing(**row)])
    answers = {"/v1/tournaments/cup": about, "/v1/tournaments/cup/standings": table}
    return {path: answer.model_dump(mode="json") for path, answer in answers.items()}
