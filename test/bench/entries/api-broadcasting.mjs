import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The product's API whose board of one contest changes as fast as its viewers take it: the pause between two broadcasts is gone,
 * the rest (finding the change, serialising, writing) is the product's own.
 */
const folder = dirname(process.env.ABATO_BENCH_MAIN);
const inBuild = (path) => import(pathToFileURL(join(folder, path)).href);
const [{ createApp }, { LiveGateway }, { TallyBoard }] = [
  await inBuild('bootstrap.js'),
  await inBuild('live/live.gateway.js'),
  await inBuild('../../../libs/voting/src/tally/tally-board.js'),
];
const { app, env } = await createApp();
await app.listen({ port: env.PORT, host: '127.0.0.1', backlog: 4096 });
const [gateway, board] = [app.get(LiveGateway), app.get(TallyBoard)];
const contestId = process.env.BENCH_CONTEST;
/** How many contestants get votes between two messages: five are about what a quarter of a second brings. */
const CHANGED = Number(process.env.BENCH_CHANGED ?? 5);
/** Counts begin here: what a message weighs depends on how many digits they have. */
const FIRST_COUNT = Number(process.env.BENCH_FIRST_COUNT ?? 0);
let people;
let version = 0;
const state = { running: false };

function change() {
  const contestants = Array.from(
    { length: CHANGED },
    (_, i) => people[(version * CHANGED + i) % people.length],
  ).map(([id, categoryId]) => ({ id, categoryId, votes: FIRST_COUNT + version }));
  board.accept({
    contestId,
    version: version + 1,
    since: version,
    totalVotes: version * CHANGED,
    contestants,
  });
  version++;
}

async function run() {
  while (state.running) {
    const room = gateway.rooms.get(contestId);
    const waiting =
      room &&
      [...gateway.server.sockets.sockets.values()].some(
        ({ conn }) => conn.transport.socket?.bufferedAmount > 0,
      );
    if (room && !waiting) {
      change();
      if (room.pending) clearTimeout(room.pending);
      room.pending = null;
      await gateway.broadcast(contestId, room);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

process.on('message', async ({ start }) => {
  people ??= [...(await gateway.lookUps.find(contestId)).categoryOf];
  const was = state.running;
  state.running = start;
  if (start && !was) void run();
  process.send({ result: {} });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send({ type: 'ready' });
