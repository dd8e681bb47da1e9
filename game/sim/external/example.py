#!/usr/bin/env python3
"""A player for bankhalter simulate and league: --bots hard,cmd:./example.py

Each line on standard input is a JSON object. "start" tells the board and the rules;
"move" asks for a move, with the state as GET /games/{id} shows it to the seat. The
answer is one line: a move as POST /games/{id}/moves takes it, or null for none.
"""
import json
import sys

LIKED = ["claim_rent", "pay_debt", "buy", "build", "roll", "end_turn", "pass", "decline"]
NEVER = {"propose_trade", "accept_trade", "cancel_trade", "offer_settlement", "waive_claim", "mortgage", "lift", "sell", "sell_group"}


def choose(state, seat):
    moves = [m for m in state["moves"] if "example" in m]
    cash = state["players"][seat]["cash"]
    for name in LIKED:
        for move in moves:
            if move["move"] == name and (name != "build" or cash > 400) and (name != "buy" or cash > 250):
                return move["example"]
    if seat not in state["waiting_for"]:
        return None
    wanted = [m for m in moves if m["move"] not in NEVER and m["move"] != "declare_bankruptcy"]
    return (wanted or moves)[0]["example"] if moves else None


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "move":
        print(json.dumps(choose(asked["state"], asked["seat"])), flush=True)
