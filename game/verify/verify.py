#!/usr/bin/env python3
"""Checks games of PF1 by their exports: python3 verify.py FILE... It knows no rules, only FAIRNESS.md: hashes, anchors, links,
locks, and that the numbers give each outcome. Without Ed25519, Python checks the hashes of signed heads, not the signatures."""
import bisect, hashlib, hmac, json, re, sys

BEFORE = re.compile(".*:(claim_lapsed|asked|ticket_used|moved|lapped|paid|pot_changed|debt_reduced|debt_settled|freed|due_lost|"
    "tickets_expired|unlocked)|choose_tax:tax_chosen|buy:deed_transferred|(keep|lift):(transfer_kept|lifted|transfer_closed)|"
    "(bid|pass):(bid_sealed|bid_placed|passed|auction_closed|deed_transferred)|done:equalise_closed|"  # from lock to draw
    "(accept_settlement|declare_bankruptcy):(settlement_accepted|bankrupt|trade_cancelled|card_moved|deed_transferred)")
sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()


def must(ok, why):
    if not ok:
        raise ValueError(why)


def number(text):
    must(isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text), "no number of 64 digits")
    return bytes.fromhex(text)


def luck(server, mix):  # picks 0 to m-1 for a purpose, each from a stream of its own
    def read(purpose):
        for count in range(1 << 32):
            yield from hmac.digest(server, b"pf1/draw" + mix + count.to_bytes(4, "big") + purpose.encode(), "sha256")
    return lambda purpose, m, streams={}: 0 if m < 2 else next(
        b for b in streams.setdefault(purpose, read(purpose)) if b < 256 - 256 % m) % m


class Table:
    def __init__(self, proof, moves, players):
        head = json.loads(proof["header"])
        must(proof["protocol"] == head["protocol"] == "pf1" and proof["key"] == head["key"], "opening: header and proof differ")
        self.moves, self.firsts, self.piles = moves, [m["first"] for m in moves], head["piles"]
        self.hash, self.server = sha(proof["header"].encode()), number(proof["server"])
        self.seats = [[s["source"], number(s["anchor"])] for s in proof["seats"]]  # source, last link
        self.mix = sha(b"pf1/mix0", self.hash, self.server, *(s[1] for s in self.seats))
        [self.enter(first, 0) for first in proof["opening"]]
        own, opened = [s["seat"] for s in proof["seats"] if s["source"] == "client"], [o["seat"] for o in proof["opening"]]
        must([s["seat"] for s in proof["seats"]] == list(range(players)) and opened == own, "opening: seats are missing")
        self.opened = not all(o.get("missed") for o in proof["opening"])
        self.decks = {d: (list(self.piles[d]), []) for d in ("chance", "chest")}  # never drawn, and those beneath
        self.piles["tickets"] = [False] * self.piles["tickets"] + [True] * self.piles["expiring"]
        self.ordinal = self.unseen = self.blind = self.two = self.missed = 0
        self.draw, self.lock, self.doubt, self.since = {"ordinal": 0}, {}, set(), []

    def enter(self, draw, ordinal):
        seat, link = self.seats[draw["seat"]], number(draw["link"])
        if draw.get("missed"):
            must(link == sha(b"pf1/missed", seat[1], ordinal.to_bytes(4, "big")), "links: does not stand for a missed link")
        else:
            must(sha(b"pf1/link", link) == seat[1], "links: not the seat's next link")
            seat[1] = link  # its chain goes on
        self.mix = sha(b"pf1/mix", self.mix, draw["seat"].to_bytes(4, "big"), link)

    def begin(self, line, draw):
        row = lambda seq: bisect.bisect_right(self.firsts, seq) - 1  # a line's move, maybe in another's turn; -1: not told yet
        seat, missed, own, lock = draw["seat"], draw.get("missed"), draw["source"] == "client", self.lock
        source, at = "server" if seat is None else self.ordinal and self.seats[seat][0], row(line["seq"])
        must(draw["ordinal"] == self.ordinal + 1 and draw["source"] == source, "links: not the next draw")
        mover = self.moves[at]["player"] if at >= 0 else line.get("player", seat) if self.ordinal else None
        must(mover == seat or at < 0 and seat is not None and line.get("for") == "rent", "links: another seat's number")
        must(not own or lock.get("player") == seat and lock["ordinal"] == draw["ordinal"], "locks: the table was not locked")
        if own:  # what came between belongs to the same move, or, where moves are not told yet, happened at the same time
            calm = row(lock["seq"]) + 1 == row(lock["seq"] + 1) == row(line["seq"]) if self.moves else all(
                one["at"] == line["at"] and BEFORE.fullmatch(lock["move"] + ":" + one["type"]) for one in self.since[:-1])
            must(calm, "locks: something was done between lock and draw")
        seat is None or self.enter(draw, draw["ordinal"])
        self.lock, self.draw, self.luck, self.blind = {}, draw, None, 0
        self.ordinal, self.unseen, self.missed = self.ordinal + 1, self.unseen + 1, self.missed + bool(missed)
        self.two += own and not missed and seat not in self.doubt or seat is None and self.ordinal == 1 and self.opened
        self.doubt &= {seat} if own and not missed else self.doubt

    def outcome(self, line, draw):
        draw["ordinal"] == self.draw["ordinal"] or self.begin(line, draw)
        must(all(draw.get(k) == self.draw.get(k) for k in ("seat", "link", "source", "missed")), "links: two numbers in one draw")
        link = back = number(draw["server_link"])
        for _ in range(self.unseen): back = sha(b"pf1/link", back)
        must(back == self.server, "server: not the server's next link")
        if self.luck is None:
            self.server, self.unseen, self.luck = link, 0, luck(link, self.mix)
            [self.luck("dice", 6) for _ in range(2 * self.blind)]
        kind, pick, piles, gives = line["type"], self.luck, self.piles, [True]
        purpose = {"deed_dealt": "deal", "ticket_drawn": "ticket"}.get(kind, "order")
        if kind == "rolled":
            purpose, faces = "order" if line["for"] == "order" else "dice", piles["speed"] if line["for"] == "move" else []
            gives = [line["dice"] == [1 + pick(purpose, 6), 1 + pick(purpose, 6)],
                     line.get("speed") == (faces[pick(purpose, 6)] if faces else None)]
        elif kind == "card_drawn":
            (left, under), purpose = self.decks[line["deck"]], "card:" + line["deck"]
            gives = [line["card"] == (left.pop(pick(purpose, len(left))) if left else under.pop(0))]
        elif kind in ("ticket_drawn", "deed_dealt"):  # the pile of tickets as a list: False for a plain one
            key, pile = ("space", piles["deeds"]) if kind == "deed_dealt" else ("expires_others", piles["tickets"])
            gives = [line[key] == pile.pop(pick(purpose, len(pile)))]
        must(all(gives) and draw["purpose"] == purpose, "draws: the numbers do not give this")

    def read(self, line, text):
        kind, draw = line["type"], line.get("draw")
        must(kind == "hidden" or number(line["prev"]) == self.hash, "lines: the line does not follow the one before")
        self.hash = number(line["hash"]) if kind == "hidden" else sha(text)
        self.since.append(line)
        if kind == "hidden" and draw:  # a throw for a rent that nobody has claimed yet
            draw["ordinal"] == self.draw["ordinal"] or self.begin(line, draw)
            self.blind += 1
            self.luck and [self.luck("dice", 6) for _ in range(2)]
        elif draw or kind in ("rolled", "ordered", "card_drawn", "ticket_drawn", "deed_dealt"):
            must(draw, "links: it is not told where this comes from")
            self.outcome(line, draw)
        elif kind == "card_returned":
            self.decks[line["deck"]][1].append(line["card"])
        elif kind == "roll_locked": self.lock, self.since = line, []
        elif kind == "seat_reanchored":
            self.seats[line["player"]], self.doubt = [line["source"], number(line["anchor"])], self.doubt | {line["player"]}
        elif kind == "server_reanchored":
            self.server, self.unseen, self.doubt = number(line["anchor"]), 0, set(range(len(self.seats)))


def check(data):
    head, *rest = map(json.loads, texts := data.rstrip(b"\n").split(b"\n"))
    lines, heads = [x for x in rest if not x["type"].startswith("proof")], [x for x in rest if x["type"] == "proof.head"]
    must(len(lines) == head["events"], "the file is cut")
    if not lines or head.get("luck") != "pf1" and "proof" not in lines[0]:
        return "UNPROVEN", "not begun, or no game of PF1"
    proof, taken = lines[0]["proof"], head.get("imported") or {"type": "proof.none", "reason": "imported"} in rest
    must(all(json.loads(proof["header"])[k] == head[k] for k in ("game", "rulebook", "options")), "opening: another header")
    must({x["seed_commitment"] for x in [lines[0], head][:1 if taken else 2]} == {proof["server"]}, "opening: another commitment")
    until = next((n for n, x in enumerate(lines) if taken and x["type"] != "hidden" and "prev" not in x), len(lines))
    t = Table(proof, [line for line in rest if line["type"] == "proof.move"], len(head["players"]))
    for seq, (line, text) in enumerate(zip(lines, texts[1:]), 1):
        must(line["seq"] == seq, "lines: line %d is missing" % seq)
        seq > until or t.read(line, text.rstrip(b"\r"))
        must(all(h["hash"] == t.hash.hex() and seq <= until for h in heads if h["seq"] == seq), "heads: event %d differs" % seq)
    over, whole = lines[-1]["type"] == "game_ended", any(h["seq"] == len(lines) for h in heads)
    must(whole or taken or not heads, "heads: the last event is not signed")
    text = "%d draws: %d two-party, %d server, %d missed" % (t.ordinal, t.two, t.ordinal - t.two - t.missed, t.missed)
    text += "; the game was imported, no proof after event %d" % until if taken and not whole else ""
    return (("PASS" if over else "PASS so far") if t.two and whole and (t.moves or not over) else "UNPROVEN"), text


status = 0
for name in sys.argv[1:]:
    try:
        verdict, text = check(open(name, "rb").read())
        status = status or 3 * (verdict == "UNPROVEN")
    except (OSError, LookupError, TypeError, ValueError, AttributeError, OverflowError) as fault:
        verdict, text, status = "FAIL", fault or type(fault).__name__, 1
    print("%s %s: %s" % (verdict, name, text))
sys.exit(status)
