"""Hooks of schemathesis: login and token, and names that exist, so that not every answer is 404."""

import os
import re
from urllib.parse import quote

import schemathesis

COOKIE = os.environ["CONSOLE_COOKIE"]
TOKEN = os.environ["CONSOLE_TOKEN"]
QUEUES = ["fuzz", "mails", "~YS9i"]
QUEUES_IN_BODIES = ["fuzz", "mails", "a/b"]
IDS = ["f%d" % i for i in range(8)]
MAX_ENCODED = 16000


def chosen(names, drawn):
    """One of the names, or what was generated: the same for the same value. What is not a text stays."""
    if not isinstance(drawn, str):
        return drawn
    at = sum(drawn.encode("utf-8", "surrogatepass")) % (len(names) + 1)
    return drawn if at == len(names) else names[at]


def replace(members, names):
    for name, known in names.items():
        if isinstance(members, dict) and name in members:
            members[name] = chosen(known, members[name])


def in_path(drawn):
    """Other characters in paths are refused by the servers, with pages of their own: ConsoleHostileRequestsIT has these."""
    return drawn if isinstance(drawn, str) and re.fullmatch(r"~?[A-Za-z0-9_:-][A-Za-z0-9_:@.-]*", drawn) else "other"


def in_query(drawn):
    """Longer request lines are refused by the servers, without a problem: 4,000 characters can be 48 KB with percent signs."""
    while isinstance(drawn, str) and len(quote(drawn.encode("utf-8", "surrogatepass"))) > MAX_ENCODED:
        drawn = drawn[:len(drawn) // 2]
    return drawn


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["Cookie"] = COOKIE
    if case.method.upper() != "GET":
        case.headers["X-CSRF-Token"] = TOKEN
    if case.path_parameters and "redis" in case.path_parameters:
        case.path_parameters["redis"] = "default"
    for name, drawn in (case.path_parameters or {}).items():
        case.path_parameters[name] = in_path(drawn)
    for name, drawn in (case.query or {}).items():
        case.query[name] = in_query(drawn)
    replace(case.path_parameters, {"queue": QUEUES, "id": IDS})
    replace(case.query, {"id": IDS})
    replace(case.body, {"queue": QUEUES_IN_BODIES, "id": IDS})
