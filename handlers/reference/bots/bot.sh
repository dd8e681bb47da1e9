#!/usr/bin/env bash
# A player for Bankhalter: bot.sh http://127.0.0.1:8080 [GAME]
# Sits down at the table GAME, or opens one with a computer player and starts. Needs curl and jq.
# Environment: TOKEN of a player (or NAME of a new one), BODY of the new table.
set -euo pipefail
B=${1:?give the address of the server, such as http://127.0.0.1:8080}
T=${TOKEN:-$(curl -sf "$B/players" -d name="${NAME:-bash}" | jq -r .token)}
api() { curl -s --retry 3 -H "Authorization: Bearer $T" "$@"; }
if [[ ${2:-} ]]; then
  G=$B/games/$2
  api -f -X POST "$G/seats" -o /dev/null
else
  # The computer player makes no pauses, and after 30 rounds the wealthiest wins.
  table='{"edition": "us-classic", "players": 2, "bots": 1, "bot_pause": 0, "options": {"house.round_limit": 30}}'
  G=$B/games/$(api -f -H 'Content-Type: application/json' -H "Idempotency-Key: $RANDOM$RANDOM$RANDOM" "$B/games" -d "${BODY:-$table}" | jq -r .game)
  api -f -X POST "$G/start" -o /dev/null
fi
echo "playing at $G"
# Of what is listed, the move liked best; its example is ready to be posted. A bid must be cheap.
choose='. as $s | .players[.seat].cash as $cash
  | ["claim_rent", "pay_debt", "buy", "roll", "choose_tax", "choose_card", "choose_gift", "choose_bus", "choose_space", "choose_sum", "pick_deed",
     "bid", "pass", "decline", "reject_trade", "keep", "lift", "place", "intent", "done", "no_duel", "leave", "build", "move_house", "end_turn", "stay", "pay_fine",
     "sell", "mortgage", "sell_group", "declare_bankruptcy"] as $liked
  | if .seat as $me | .waiting_for | index($me) then . else .moves |= map(select(.move == "claim_rent")) end
  | [.moves[] | select(.example) | select(.move != "bid" or .min < 60 and .min < $cash / 4) | select(.move != "build" or $cash > 500 or $s.phase == "equalise")
     | select(.move != "lift" or $s.phase == "transfer")
     | select(IN(.move; "sell", "mortgage", "sell_group") | not or ($s.phase | IN("debt", "liquidation", "transfer", "equalise"))) | . + {like: (.move as $m | $liked | index($m))}
     | select(.like)] | min_by(.like) | .example // empty'
seen=-1
while read -r line; do # every event is one line, and an empty one says that the stream lives
  [[ $line =~ \"seq\":([0-9]+) ]] && ((BASH_REMATCH[1] <= seen)) && continue
  state=$(api "$G")
  while move=$(jq -c "$choose" <<<"$state") && [[ $move ]]; do
    state=$(api -H 'Content-Type: application/json' "$G/moves" -d "$move" | jq -c .state) # refused or not, the answer has the state
  done
  seen=$(jq .seq <<<"$state")
done < <(api -N "$G/events?follow=1")
api "$G" | jq -c '{result: [.standings[] | {seat, rank, wealth}]}'
