#!/usr/bin/env python3
"""A player for Bankhalter, with nothing but the standard library.

bot.py http://127.0.0.1:8080 [GAME]   sits down at GAME, or opens a table with a computer player
Environment: TOKEN of a player (or NAME of a new one), BODY of the new table.
"""
import json
import os
import sys
from urllib import error, request
import uuid

BASE = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else sys.exit(__doc__)
KIND = {"Accept": "application/json", "Content-Type": "application/json"}
NEVER = ("propose_trade", "offer_settlement", "resign", "accept_trade", "cancel_trade", "waive_claim", "ask_undo", "take_back", "refuse_undo")
WHEN = {**dict.fromkeys(("sell", "mortgage", "sell_group"), ("debt", "liquidation", "transfer", "equalise")), "lift": ("transfer",)}
LIKED = {"done": 95, "pay_debt": 90, "buy": 80, "roll": 70, "lift": 35, "end_turn": 30, "sell": 25, "mortgage": 20, "sell_group": 15, "pay_fine": 10, "declare_bankruptcy": 0}
token = os.environ.get("TOKEN")


def call(method, path, body=None, headers=None):
    """Sends one request; a problem comes back like any other answer."""
    who = {"Authorization": "Bearer " + token} if token else {}
    wanted = request.Request(BASE + path, None if body is None else json.dumps(body).encode(), {**KIND, **who, **(headers or {})}, method=method)
    try:
        return request.urlopen(wanted, timeout=60)
    except error.HTTPError as problem:
        return problem


def ask(method, path, body=None, headers=None):
    with call(method, path, body, headers) as answer:
        said = json.load(answer)
        if answer.status >= 400 and "state" not in said:
            sys.exit(f"{said['code']}: {said['detail']}")
        return said


def wish(state, option):
    """How much the bot wants a move: the greatest number wins, None is never."""
    cash = state["players"][state["seat"]]["cash"]
    if option["move"] in ("claim_rent", "agree_undo"):
        return 100
    if state["seat"] not in state["waiting_for"] or "example" not in option:  # what leads nowhere has none
        return None
    if option["move"] == "bid":  # at most a fifth of the cash, and never much
        return 50 if option["min"] <= min(120, cash // 5) else None
    if option["move"] == "build":
        return 60 if cash > 400 or state["phase"] == "equalise" else None
    if option["move"] in NEVER or state["phase"] not in WHEN.get(option["move"], (state["phase"],)):
        return None
    return LIKED.get(option["move"], 40)


def play(game):
    """Follows the log of the game and answers whatever is asked, to the end."""
    print(f"playing at {BASE}/games/{game}", flush=True)
    seen = 0
    with call("GET", f"/games/{game}/events?follow=1") as stream:
        for line in stream:  # an empty line only says that the stream lives
            if line.strip() and json.loads(line)["seq"] <= seen:
                continue
            state = ask("GET", f"/games/{game}")
            while moves := [(w, m["example"]) for m in state["moves"] if (w := wish(state, m)) is not None]:
                state = ask("POST", f"/games/{game}/moves", max(moves, key=lambda x: x[0])[1])["state"]
            seen = state["seq"]
    return ask("GET", f"/games/{game}")["standings"]


token = token or ask("POST", "/players", {"name": os.environ.get("NAME", "python")})["token"]
if len(sys.argv) > 2:
    ask("POST", f"/games/{sys.argv[2]}/seats", {})
    print(json.dumps(play(sys.argv[2])))
else:
    # The computer player makes no pauses, and after 30 rounds the wealthiest wins.
    table = json.loads(os.environ.get("BODY", '{"edition": "us-classic", "players": 2, "bots": 1, "bot_pause": 0, "options": {"house.round_limit": 30}}'))
    made = ask("POST", "/games", table, {"Idempotency-Key": str(uuid.uuid4())})["game"]
    ask("POST", f"/games/{made}/start")
    print(json.dumps({"game": made, "standings": play(made)}))
