// Where lines may stand, as far as it does not take the rules of a game or of a format to say that.
//
// Each course is a function that is given the lines of a log one after another and says of each why it cannot stand
// where it stands, or the empty text. After the first that cannot, nothing can be judged any more.

const OF_A_GAME = /^(game\.(opened|voided|scored|sealed)|(seat|deck|deal|action)\..*)$/;

// `once`: what a log has no two of. `needs`: what comes after what. `only`: all that can still come after something.
const GAME = {
  first: "game.opened",
  once: ["game.opened", "deck.committed", "game.voided", "game.scored", "deck.revealed"],
  needs: { "deal.ordered": "deck.committed", "deck.revealed": "game.scored", "game.sealed": "deck.revealed" },
  only: { "game.scored": ["deck.revealed", "game.sealed"], "deck.revealed": ["game.sealed"] },
};
const TOURNAMENT = {
  first: "tournament.opened",
  once: ["tournament.opened", "seed.committed", "tournament.started", "tournament.finished", "seed.revealed"],
  needs: {
    "tournament.started": "seed.committed", "round.paired": "tournament.started", "tournament.finished": "tournament.started",
    "seed.revealed": "tournament.finished", "tournament.sealed": "seed.revealed",
  },
  only: { "seed.revealed": ["key.rotated", "tournament.sealed"], "tournament.sealed": [] },
};

function course(own, { first, once, needs, only }, steps) {
  const seen = new Set();
  return ({ seq, type, data }) => {
    const reason = place(seq, type) || steps[type]?.(data, seen);
    seen.add(type);
    return reason || "";
  };

  function place(seq, type) {
    if (!own(type)) return `${type} does not belong into this log`;
    if ((seq === 1) !== (type === first)) return `the first line is ${first}, and no other`;
    if (once.includes(type) && seen.has(type)) return `${type} stands here for the second time`;
    if (needs[type] && !seen.has(needs[type])) return `${type} before ${needs[type]}`;
    const end = Object.keys(only).find((each) => seen.has(each) && !only[each].includes(type));
    return end && `${type} after ${end}`;
  }
}

export function gameCourse() {
  const sealed = new Set();
  const there = new Set(); // seats that are ready, or have forfeited
  let broken = false; // whether a forfeit may have ended the game in the middle of a deal
  let seats = 0;
  let [deal, is] = [0, "scored"]; // the last deal: "ordered", "dealt", "played" or "scored"
  const step = (from, to) => (data) => {
    if (is !== from || data.deal !== deal) return `deal ${data.deal} is not ${from}`;
    is = to;
  };
  const decision = (data) => (is === "dealt" && data.deal === deal ? "" : "this decision was not asked for");
  return course((type) => OF_A_GAME.test(type), GAME, {
    "game.opened"(data) {
      seats = data.seats.length;
    },
    "seat.ready"({ seat }) {
      if (there.has(seat)) return "the seat is at the table already";
      there.add(seat);
    },
    "seat.forfeited"({ seat }) {
      there.add(seat);
      broken = true;
    },
    "deal.ordered"(data) {
      if (there.size < seats) return "a deal is ordered before all seats are at the table";
      if (is !== "scored" || data.deal !== deal + 1) return "the deal is out of order";
      [deal, is] = [data.deal, "ordered"];
    },
    "deal.dealt": step("ordered", "dealt"),
    "action.taken": decision,
    "action.refused": decision,
    "deal.played": step("dealt", "played"),
    "deal.scored": step("played", "scored"),
    "game.scored"(data, seen) {
      const open = is === "played" || (is === "dealt" && !broken);
      return open && !seen.has("game.voided") ? "the result comes before the last deal is scored" : "";
    },
    "game.sealed"({ service }) {
      if (sealed.has(service)) return `${service} has sealed the game already`;
      sealed.add(service);
    },
  });
}

export function tournamentCourse() {
  const keys = {}; // of each service the one in use
  const games = new Map(); // by id: the number of its round, and whether it is "paired", "recorded" or "closed"
  const rounds = new Map(); // by number, until it is sealed: how many games are to be played and to be closed, and whether it is `over`
  const keyed = () => Object.keys(keys).length === 4;
  const put = (id, number) => {
    if (games.has(id)) return `${id} is paired already`;
    games.set(id, { number, is: "paired" });
    const { played, closed } = rounds.get(number) ?? { played: 0, closed: 0 };
    rounds.set(number, { played: played + 1, closed: closed + 1, over: false });
  };
  const step = (id, from, to) => {
    const game = games.get(id);
    if (game?.is !== from) return undefined;
    game.is = to;
    return rounds.get(game.number);
  };
  return course((type) => !OF_A_GAME.test(type), TOURNAMENT, {
    "key.named"({ service, key }, seen) {
      if (seen.has("tournament.started")) return "a key is named after the start";
      if (keys[service]) return `the key of ${service} is named already`;
      keys[service] = key;
    },
    "key.rotated"({ service, old, key }) {
      if (keys[service] !== old) return `${service} does not use the key that is given up`;
      keys[service] = key;
    },
    "round.paired"({ round, games: paired }) {
      rounds.set(round, { played: 0, closed: 0, over: false });
      return paired.map(({ id }) => put(id, round)).find(Boolean);
    },
    "game.recorded"({ id }) {
      const round = step(id, "paired", "recorded");
      if (!round) return `${id} is not being played`;
      round.played -= 1;
    },
    "game.replayed"({ id, game }) {
      return games.has(id) ? put(game.id, games.get(id).number) : `${id} has no result`;
    },
    "game.closed"({ id }) {
      const round = keyed() && step(id, "recorded", "closed");
      if (!round) return `${id} is not waiting to be closed`;
      round.closed -= 1;
    },
    "round.closed"({ round: number }) {
      const round = rounds.get(number);
      if (!round || round.over || round.played) return `round ${number} is not over`;
      round.over = true;
    },
    "round.sealed"({ round: number }) {
      const round = rounds.get(number);
      if (!round?.over || round.closed) return `round ${number} is not over, or some of its games are not closed`;
      rounds.delete(number);
    },
    "tournament.finished"() {
      const left = [...rounds.values()];
      if (left.some(({ over }) => !over)) return "some rounds are not over";
      if (keyed() && left.length) return "some rounds are not sealed";
    },
  });
}
