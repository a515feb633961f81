import { createRequire } from 'node:module';
import { createServer } from 'node:http';

/**
 * The limit for fan-out: plain `ws` writing one frame, prepared once per broadcast, to every connection. `POST /broadcasts` with a rate
 * begins, so that the sender is driven exactly like ours: by a clock.
 */
const require = createRequire(import.meta.url);
// The one that Socket.IO brings.
const { WebSocketServer, Sender } = createRequire(
  createRequire(require.resolve('socket.io')).resolve('engine.io'),
)('ws');

const payload = Buffer.alloc(Number(process.env.PAYLOAD_BYTES ?? 613), 'x');
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ type: 'ready' }));

function broadcast() {
  const frame = Sender.frame(payload, { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: false });
  const whole = Buffer.concat(frame);
  for (const client of sockets.clients) client._socket.write(whole);
}

/** As fast as the sockets take it, but never more than one broadcast ahead of the slowest. */
function run() {
  if ([...sockets.clients].every((client) => client._socket.writableLength === 0)) broadcast();
  if (running) setImmediate(run);
}

let running = false;
process.on('message', ({ start }) => {
  const was = running;
  running = start;
  if (start && !was) run();
  process.send({ result: {} });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
