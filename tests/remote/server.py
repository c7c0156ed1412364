"""A server of OpenSSH on loopback, with keys that are thrown away, for programs that are played over a line."""

import getpass
import os
import shutil
import socket
import subprocess
from pathlib import Path

PATH_VARIABLE = "COTERIE_SSHD"
"""Where the server is, if it is not in the usual place."""


def sshd() -> str | None:
    """The server's program, None where there is none."""
    places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    found = os.environ.get(PATH_VARIABLE) or shutil.which("sshd", path=places)
    return found if found and shutil.which("ssh") and shutil.which("ssh-keygen") else None


class Server:
    """A running server; `command` makes the client's command line for a line of the far shell."""

    def __init__(self, program: str, folder: Path) -> None:
        self._folder = folder
        for key in ("host_key", "user_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key], check=True)
        shutil.copy(folder / "user_key.pub", folder / "authorized_keys")
        self._port = _free_port()
        config = folder / "sshd_config"
        config.write_text(
            f"Port {self._port}\nListenAddress 127.0.0.1\nHostKey {folder / 'host_key'}\n"
            f"AuthorizedKeysFile {folder / 'authorized_keys'}\nPidFile none\nStrictModes no\nUsePAM no\n"
            "PasswordAuthentication no\nPermitRootLogin prohibit-password\nPrintMotd no\n"
        )
        self._process = subprocess.Popen(
            [program, "-D", "-e", "-f", config], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
        )
        assert self._process.stderr is not None
        told = b""
        while b"Server listening" not in told:
            line = self._process.stderr.readline()
            if not line:
                raise RuntimeError(f"the server does not start: {told.decode()}")
            told += line

    def command(self, line: str) -> list[str]:
        """The client with a terminal on the far side, in which the line is run."""
        options = {
            "IdentityFile": self._folder / "user_key",
            "IdentitiesOnly": "yes",
            "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": "/dev/null",
            "LogLevel": "ERROR",
            "Port": self._port,
        }
        chosen = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return ["ssh", "-F", "none", "-tt", *chosen, f"{getpass.getuser()}@127.0.0.1", line]

    def close(self) -> None:
        """End the server."""
        self._process.terminate()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
