import type { Server, Socket } from 'socket.io';
import { COMPACT_EVENT, COMPACT_FRAMES, CompactReader, type ContestTally } from '@abato/contracts';
import { BoardRoom } from './board-room.js';
import { eventFrame, MAX_UNREAD_BYTES } from './text-frame.js';

/** A viewer whose connection holds back what the test says. @param frames what it asked for in the handshake */
function viewer(id: string, frames?: string) {
  const raw = {
    readyState: 1,
    bufferedAmount: 0,
    received: [] as ContestTally[],
    /** Names of the events, and their bytes with the head of the frame. */
    events: [] as string[],
    bytes: [] as number[],
    _sender: {
      sendFrame: ([frame]: Buffer[]) => {
        const text = (frame as Buffer).toString();
        const [event, payload] = JSON.parse(text.slice(text.indexOf('42[') + 2)) as [string, never];
        raw.events.push(event);
        raw.bytes.push((frame as Buffer).length);
        if (event === COMPACT_EVENT) raw.received.push(reader.read(payload) as ContestTally);
        else {
          const { roster: _, ...rest } = payload as ContestTally;
          reader.learn(payload);
          raw.received.push(rest);
        }
      },
    },
  };
  const reader = new CompactReader();
  const socket = { id, conn: { transport: { socket: raw } }, handshake: { auth: { frames } } };
  return { id, raw, socket: socket as unknown as Socket };
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

describe('compact frames', () => {
  const people = Array.from({ length: 50 }, (_, at) => ({
    id: `01a1fd3f-6bee-7321-a744-7d319e22c2${String(at).padStart(2, '0')}`,
    categoryId: '01a1fd3f-6bee-7321-a744-7d319e22c28d',
  }));
  /** Counts of some of the contestants, in millions. */
  const counts = (version: number, since: number, of = people): ContestTally => ({
    contestId: '01a1fd3f-6bee-7321-a744-7d319e22c29f',
    version,
    since,
    totalVotes: version * 1_000,
    contestants: of.map((person, at) => ({ ...person, votes: 3_000_000 + version * 50 + at })),
  });
  const watch = (room: BoardRoom, viewers: ReturnType<typeof viewer>[], tally: ContestTally) =>
    viewers.forEach(({ socket }) => room.sendWhole(socket, tally));

  it('go to viewers who asked for them and say what the others are sent as JSON', () => {
    const [compact, json] = [viewer('compact', COMPACT_FRAMES), viewer('json')];
    const { room } = roomOf(compact, json);
    watch(room, [compact, json], counts(1, 0));
    room.send(counts(2, 1, people.slice(3, 9)), 0);
    room.send(counts(5, 2, people.slice(0, 1)), 250);
    expect(compact.raw.events).toEqual(['contest:tally', 't', 't']);
    expect(json.raw.events).toEqual(['contest:tally', 'contest:tally', 'contest:tally']);
    expect(compact.raw.received).toEqual(json.raw.received);
  });

  it('need at most 25 bytes for each contestant that changed, head included, also when five changed', () => {
    const compact = viewer('compact', COMPACT_FRAMES);
    const { room } = roomOf(compact);
    watch(room, [compact], counts(4_000_000, 0));
    room.send(counts(4_000_001, 4_000_000), 0);
    room.send(counts(4_000_002, 4_000_001, people.slice(40, 45)), 250);
    const [, fifty = 0, five = 0] = compact.raw.bytes;
    expect(fifty / 50).toBeLessThan(14);
    expect(five / 5).toBeLessThan(25);
  });

  it('are not sent to a viewer whose list of contestants is older, until it has the whole board', () => {
    const [old, joined] = [viewer('old', COMPACT_FRAMES), viewer('joined', COMPACT_FRAMES)];
    const { room } = roomOf(old, joined);
    watch(room, [old], counts(1, 0, people.slice(0, 2)));
    room.forgetWhole();
    watch(room, [joined], counts(2, 0, people.slice(0, 3)));
    room.send(counts(3, 2, people.slice(2, 3)), 0);
    room.sendWholeToAll(counts(4, 0, people.slice(0, 3)), 250);
    room.send(counts(5, 4, people.slice(2, 3)), 500);
    expect(old.raw.events).toEqual(['contest:tally', 'contest:tally', 'contest:tally', 't']);
    expect(joined.raw.events).toEqual(['contest:tally', 't', 'contest:tally', 't']);
    expect(old.raw.received.slice(1)).toEqual(joined.raw.received.slice(1));
  });

  it('give way to JSON for a contestant who is not in the list yet', () => {
    const compact = viewer('compact', COMPACT_FRAMES);
    const { room } = roomOf(compact);
    watch(room, [compact], counts(1, 0, people.slice(0, 2)));
    room.send(counts(2, 1, people.slice(1, 3)), 0);
    expect(compact.raw.events).toEqual(['contest:tally', 'contest:tally']);
    expect(compact.raw.received[1]).toEqual(counts(2, 1, people.slice(1, 3)));
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
