// A bot in JavaScript, without a package: Node 22 or newer, Deno, Bun, or a browser's console.
// Run it with: CROUPIER_URL=ws://127.0.0.1:8080 CROUPIER_TOKEN=... node bot.mjs

const url = process.env.CROUPIER_URL.replace(/\/$/, "") + "/v1/play";
const token = process.env.CROUPIER_TOKEN;

// Your share in the shuffle: 32 bytes that nobody else knows.
const nonce = Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, "0")).join("");

// What was answered, by game and ply: a turn that is asked again gets the same answer.
const answers = new Map();

// Your strategy: here the last of the legal actions, or the shortest action of the form.
function choose(turn) {
  if (turn.legal.length > 0) return turn.legal[turn.legal.length - 1];
  return [turn.form.verb, ...turn.form.cards.slice(0, turn.form.least)].join(" ");
}

function connect() {
  const socket = new WebSocket(url);
  let heartbeat;
  let pause = 100 + Math.random() * 900;
  const send = (message) => socket.send(JSON.stringify(message));

  const answer = (turn) => {
    const key = `${turn.game} ${turn.ply}`;
    if (!answers.has(key)) answers.set(key, choose(turn));
    send({ type: "act", game: turn.game, ply: turn.ply, action: answers.get(key) });
  };

  const react = {
    welcome: ({ limits }) => {
      heartbeat = setInterval(() => send({ type: "ping" }), limits.idle / 3000);
    },
    game: ({ turn }) => turn && answer(turn),
    turn: answer,
    ping: ({ id }) => send({ type: "pong", id }),
    over: ({ game, outcome, points }) => console.log(game, outcome, points),
    refused: ({ code, reason }) => console.error(code, reason),
    error: ({ code, reason }) => console.error(code, reason),
    bye: ({ code, reason, after }) => {
      console.error(code, reason);
      pause = after === undefined || after === null ? Infinity : pause + after / 1000;
    },
  };

  // A browser cannot set the Authorization header: the token goes into hello.
  socket.onopen = () => send({ type: "hello", versions: [1], client: "javascript", nonce, token });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    react[message.type]?.(message); // types that we do not know are left alone
  };
  socket.onclose = () => {
    clearInterval(heartbeat);
    if (pause !== Infinity) setTimeout(connect, pause); // every live game goes on
  };
}

connect();
