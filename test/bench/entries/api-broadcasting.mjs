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
  await inBuild('live/tally-board.js'),
];
const { app, env } = await createApp();
await app.listen({ port: env.PORT, host: '127.0.0.1', backlog: 4096 });
const [gateway, board] = [app.get(LiveGateway), app.get(TallyBoard)];
const contestId = process.env.BENCH_CONTEST;
let people;
let version = 0;
const state = { running: false };

/** Five of the contestants get votes: about what a quarter of a second brings. */
function change() {
  const contestants = Array.from({ length: 5 }, (_, i) => people[(version * 5 + i) % people.length]).map(
    ([id, categoryId]) => ({
      id,
      categoryId,
      votes: version,
    }),
  );
  board.accept({ contestId, version: version + 1, since: version, totalVotes: version * 5, contestants });
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
  people ??= [...(await gateway.directory.find(contestId)).categoryOf];
  const was = state.running;
  state.running = start;
  if (start && !was) void run();
  process.send({ result: {} });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send({ type: 'ready' });
