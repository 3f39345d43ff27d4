"""The health check of a container: exits with 0 if the service in it says that it is ready."""

import os
import sys
from collections.abc import Mapping
from http.client import HTTPConnection


def port(environ: Mapping[str, str]) -> int:
    """Where the service answers on this machine: at ``CROUPIER_HEALTH``, or where the gateway serves its clients."""
    where = environ.get("CROUPIER_HEALTH") or environ.get("CROUPIER_GATEWAY_PORT") or "8000"
    return int(where.rpartition(":")[2])


def main(environ: Mapping[str, str]) -> int:
    """Ask; 1 unless the answer is yes. Docker keeps what is printed."""
    connection = HTTPConnection("127.0.0.1", port(environ), timeout=2)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        print(answer.status, answer.read(500).decode(errors="replace"))
    except OSError as error:
        print(error)
        return 1
    return int(answer.status >= 400)


if __name__ == "__main__":
    sys.exit(main(os.environ))
