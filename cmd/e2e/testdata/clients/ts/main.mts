// Plays a game of two to its end with the types that openapi-typescript makes
// from the description of a server. It takes the address of the server and
// writes the game's number, its last event and its winner.
import { argv } from "node:process";
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";

type State = components["schemas"]["State"];
type Move = components["schemas"]["Move"];
type MoveOption = components["schemas"]["MoveOption"];
type MoveName = components["schemas"]["MoveName"];

// What the players would rather do, the best first; what is not here they do
// not do. One buys all there is, and the other nothing, so that the game ends.
const buyer: MoveName[] = [
  "claim_rent", "pay_debt", "build", "buy", "bid", "roll", "choose_tax", "decline", "pass", "done", "end_turn",
];
const saver: MoveName[] = ["pay_debt", "decline", "pass", "roll", "choose_tax", "done", "end_turn"];
const indebted: MoveName[] = ["pay_debt", "sell", "mortgage", "declare_bankruptcy"];

type API = Client<paths, "application/json">; // answers are pages only for those who ask for them

interface Seat {
  api: API;
  liking: MoveName[];
}

// taken is the body of an answer that was not refused.
function taken<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) {
    throw new Error(JSON.stringify(answer.error));
  }
  return answer.data;
}

async function signUp(baseUrl: string, name: string, liking: MoveName[]): Promise<Seat> {
  const stranger: API = createClient({ baseUrl });
  const player = taken(await stranger.POST("/players", { body: { name } }));
  return { api: createClient({ baseUrl, headers: { Authorization: `Bearer ${player.token}` } }), liking };
}

async function open(host: Seat, guest: Seat): Promise<string> {
  const { game: id } = taken(await host.api.POST("/games", { body: { edition: "us-classic", players: 2 } }));
  const params = { path: { id } };
  taken(await guest.api.POST("/games/{id}/seats", { params, body: {} }));
  taken(await host.api.POST("/games/{id}/start", { params, body: {} }));
  return id;
}

// best is the option that the player likes best.
function best(seat: Seat, state: State): MoveOption | undefined {
  const liking = state.debts[0] && state.debts[0].debtor === state.seat ? indebted : seat.liking;
  return liking.map((name) => state.moves.find((option) => option.move === name)).find((option) => option !== undefined);
}

// body is the move of an option: its example, or a bid of the least amount.
function body(option: MoveOption): Move {
  if (option.move === "bid") {
    return { move: "bid", amount: option.min };
  }
  if (option.example === undefined) {
    throw new Error(`${option.move} has no example`);
  }
  return option.example;
}

async function play(server: string): Promise<string> {
  const seats = [await signUp(server, "Ada", buyer), await signUp(server, "Ben", saver)] as const;
  const id = await open(...seats);
  const params = { path: { id } };
  for (;;) {
    let moved = false;
    for (const seat of seats) {
      const state = taken(await seat.api.GET("/games/{id}", { params }));
      if (state.status === "finished") {
        for (const event of taken(await seat.api.GET("/games/{id}/events", { params }))) {
          if (event.type === "game_ended") {
            return `${id} ${event.seq} ${event.standings[0]?.seat}`;
          }
        }
        throw new Error(`table ${id} has no end`);
      }
      const option = best(seat, state);
      if (option !== undefined) {
        taken(await seat.api.POST("/games/{id}/moves", { params, body: body(option) }));
        moved = true;
      }
    }
    if (!moved) {
      throw new Error(`nobody has anything to do at table ${id}`);
    }
  }
}

const server = argv[2];
if (server === undefined) {
  throw new Error("which server?");
}
console.log(await play(server));
