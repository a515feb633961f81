import type { ContestTally } from '@abato/contracts';
import { COMPACT_EVENT, COMPACT_FRAMES, CompactReader } from '@abato/contracts';
// By name, so that the bundler leaves out what of the library is not used: `import()` of the whole would keep everything.
import { io } from 'socket.io-client';
import type { LiveSocket } from './socket';

/**
 * A connection that asks for compact frames and turns them into the events they stand for. A server that knows none sends the events.
 * @param readToken asked at every connection: the token may have changed since the last
 */
export function open(
  options: Parameters<typeof io>[1],
  readToken: () => string | null | undefined,
): LiveSocket {
  const socket: LiveSocket = io({
    ...options,
    auth: (send) => send({ token: readToken() ?? undefined, frames: COMPACT_FRAMES }),
  });
  const reader = new CompactReader();
  socket.on('connect', () => reader.forget());
  socket.on('contest:tally', (tally: ContestTally) => reader.learn(tally));
  socket.on(COMPACT_EVENT, (frame) => {
    const tally = reader.read(frame);
    if (tally) for (const listener of socket.listeners('contest:tally')) listener(tally);
  });
  return socket;
}
