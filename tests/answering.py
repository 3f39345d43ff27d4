"""A server on this machine that gives fixed answers over HTTP."""

import http.server
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

NOT_THERE = {"error": {"code": "http/not-found", "reason": "there is nothing at this address"}}


@contextmanager
def answering(answers: Mapping[str, Any]) -> Iterator[str]:
    """``host:port`` of a server that answers at some paths with JSON, with 404 elsewhere; a text goes out as it is."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = answers.get(self.path, NOT_THERE)
            if isinstance(found, str):
                self.wfile.write(found.encode())
                return
            self.send_response(404 if found is NOT_THERE else 200)
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

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
