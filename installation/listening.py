"""Stops listening without losing connections that the system has already completed.

The system completes connections before a process accepts them. Those still waiting when the
listening socket is closed are reset, although their requests may have been sent.
"""

import ctypes
import os
import socket
import struct
import sys
from contextlib import suppress

#: The option that gives a socket a filter (Linux: asm-generic/socket.h; Python has no name for it).
SO_ATTACH_FILTER = 26
#: A program of the classic packet filter (Linux: networking/filter.txt): packets that begin a
#: connection (SYN without ACK) are dropped, others pass. Each: code, jumps, operand.
_DROP_BEGINNINGS = (
    (0x30, 0, 0, 13),  # load the byte of TCP's flags
    (0x54, 0, 0, 0x12),  # mask SYN and ACK
    (0x15, 0, 1, 0x02),  # only SYN?
    (0x06, 0, 0, 0),  # drop
    (0x06, 0, 0, 0xFFFFFFFF),  # pass
)
#: The offset of `tcpi_unacked` in TCP_INFO (Linux: tcp.h): for a listening socket, those waiting.
_UNACKED = 24


def let_in_nobody_new(descriptor: int) -> None:
    """Keep the system from starting new connections at a listening socket while others wait.

    TCP retries after a second, and is refused once the socket is closed. This does nothing on
    systems without such filters, where a few connections may be reset.
    """
    if sys.platform != "linux":
        return
    code = b"".join(struct.pack("=HBBI", *step) for step in _DROP_BEGINNINGS)
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("HL", len(_DROP_BEGINNINGS), ctypes.addressof(buffer))
    with socket.socket(fileno=os.dup(descriptor)) as listening, suppress(OSError):
        listening.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)


def connections_held(descriptor: int) -> int:
    """Return the number of connections that wait at a listening socket to be accepted.

    It is 0 if the system does not report it.
    """
    if sys.platform != "linux":
        return 0
    info = b""
    with socket.socket(fileno=os.dup(descriptor)) as listening, suppress(OSError):
        info = listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _UNACKED + 4)
    return int(struct.unpack_from("I", info, _UNACKED)[0]) if len(info) == _UNACKED + 4 else 0
