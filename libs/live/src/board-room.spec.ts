import type { Server, Socket } from 'socket.io';
import type { ContestTally } from '@abato/contracts';
import { BoardRoom } from './board-room.js';
import { eventFrame, MAX_UNREAD_BYTES } from './text-frame.js';

/** A viewer whose connection holds back what the test says. */
function viewer(id: string) {
  const raw = {
    readyState: 1,
    bufferedAmount: 0,
    received: [] as ContestTally[],
    _sender: {
      sendFrame: ([frame]: Buffer[]) => {
        const text = (frame as Buffer).toString();
        raw.received.push((JSON.parse(text.slice(text.indexOf('42[') + 2)) as [string, ContestTally])[1]);
      },
    },
  };
  return { id, raw, socket: { id, conn: { transport: { socket: raw } } } as unknown as Socket };
}

function roomOf(...viewers: ReturnType<typeof viewer>[]) {
  const present = new Set(viewers.map(({ id }) => id));
  const server = {
    adapter: { rooms: new Map([['room', present]]) },
    sockets: new Map(viewers.map(({ id, socket }) => [id, socket])),
  } as unknown as Server['sockets'];
  return { room: new BoardRoom(() => server, 'room'), leave: (id: string) => present.delete(id) };
}

const tally = (version: number, since: number): ContestTally => ({
  contestId: 'c',
  version,
  since,
  totalVotes: version,
  contestants: [],
});
const versions = ({ raw }: ReturnType<typeof viewer>) =>
  raw.received.map(({ version, since }) => [since, version]);

describe('BoardRoom', () => {
  it('gives a slow viewer the newest board when it has room again, and nothing of what it missed', () => {
    const [fast, slow] = [viewer('fast'), viewer('slow')];
    const { room } = roomOf(fast, slow);
    room.send(tally(1, 0), 0);
    slow.raw.bufferedAmount = MAX_UNREAD_BYTES + 1;
    room.send(tally(2, 1), 250);
    room.send(tally(3, 2), 500);
    room.catchUp(tally(3, 0));
    expect(room.hasLate).toBe(true);
    slow.raw.bufferedAmount = 0;
    room.send(tally(4, 3), 750);
    room.catchUp(tally(4, 0));
    expect(room.hasLate).toBe(false);
    room.send(tally(5, 4), 1000);
    expect(versions(fast)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
    expect(versions(slow)).toEqual([
      [0, 1],
      [0, 4],
      [4, 5],
    ]);
  });

  it('forgets slow viewers who left', () => {
    const slow = viewer('slow');
    const { room, leave } = roomOf(slow);
    slow.raw.bufferedAmount = MAX_UNREAD_BYTES + 1;
    room.send(tally(1, 0), 0);
    leave('slow');
    room.catchUp(tally(1, 0));
    expect(room.hasLate).toBe(false);
  });
});

describe('eventFrame', () => {
  it.each([10, 125, 126, 65_535, 65_536, 70_000])('frames a text of about %i bytes', (size) => {
    const frame = eventFrame('e', 'x'.repeat(size));
    const short = frame[1] as number;
    const [head, length] =
      short < 126
        ? [2, short]
        : short === 126
          ? [4, frame.readUInt16BE(2)]
          : [10, Number(frame.readBigUInt64BE(2))];
    expect(frame[0]).toBe(0x81);
    expect(frame.length).toBe(head + length);
    expect(frame.toString('utf8', head)).toBe(`42["e","${'x'.repeat(size)}"]`);
  });
});
