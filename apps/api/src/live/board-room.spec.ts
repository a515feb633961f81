import { jest } from '@jest/globals';
import type { Server, Socket } from 'socket.io';
import { COMPACT_EVENT, COMPACT_FRAMES, CompactReader, type ContestTally } from '@abato/contracts';
import { eventFrame, MAX_UNREAD_BYTES } from '../fast-path/prepared-frames.js';
import { BoardRoom } from './board-room.js';

/** A viewer whose connection holds back what the test says. @param frames what it asked for in the handshake */
function viewer(id: string, frames?: string) {
  const raw = {
    readyState: 1,
    bufferedAmount: 0,
    received: [] as ContestTally[],
    /** Names of the events, and their bytes with the head of the frame. */
    events: [] as string[],
    bytes: [] as number[],
    frames: [] as Buffer[],
    rosters: [] as (number | undefined)[],
    _sender: {
      sendFrame: ([frame]: Buffer[]) => {
        const text = (frame as Buffer).toString();
        const [event, payload] = JSON.parse(text.slice(text.indexOf('42[') + 2)) as [string, never];
        raw.events.push(event);
        raw.bytes.push((frame as Buffer).length);
        raw.frames.push(frame as Buffer);
        if (event === COMPACT_EVENT) raw.received.push(reader.read(payload) as ContestTally);
        else {
          const { roster, ...rest } = payload as ContestTally;
          raw.rosters.push(roster);
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
  const rooms = new Map([['room', present]]);
  const server = {
    adapter: { rooms },
    sockets: new Map(viewers.map(({ id, socket }) => [id, socket])),
  } as unknown as Server['sockets'];
  // Socket.IO forgets a room with its last viewer.
  const leave = (id: string) => present.delete(id) && present.size === 0 && rooms.delete('room');
  return { room: new BoardRoom(() => server, 'room'), leave };
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

it('BoardRoom gives a slow viewer the newest board when it has room again, and nothing of what it missed', () => {
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

it.each([0, 1])('BoardRoom forgets a slow viewer who left while %i others stay', (count) => {
  const [slow, other] = [viewer('slow'), viewer('other')];
  const { room, leave } = roomOf(slow, ...[other].slice(0, count));
  slow.raw.bufferedAmount = MAX_UNREAD_BYTES + 1;
  room.send(tally(1, 0), 0);
  leave('slow');
  room.catchUp(tally(1, 0));
  expect(room.hasLate).toBe(false);
  expect(versions(other)).toEqual([[0, 1]].slice(0, count));
});

it('BoardRoom knows how many watch, and that the last one has left', () => {
  const { room, leave } = roomOf(viewer('a'), viewer('b'));
  expect([room.size, room.isEmpty]).toEqual([2, false]);
  leave('a');
  expect([room.size, room.isEmpty]).toEqual([1, false]);
  leave('b');
  expect([room.size, room.isEmpty]).toEqual([0, true]);
  room.send(tally(1, 0), 0);
});

it('BoardRoom begins with the board of its first viewer, not with that of a later one', () => {
  const { room } = roomOf(viewer('a'));
  expect(room).toMatchObject({ sentVersion: 0, restVersion: 0, restAt: -Infinity, owesRest: false });
  room.begin(3);
  room.begin(5);
  expect(room).toMatchObject({ sentVersion: 3, restVersion: 3, owesRest: false });
});

it('BoardRoom owes the rest after a message of the first places, until one with all is sent', () => {
  const { room } = roomOf(viewer('a'));
  room.begin(3);
  room.sendLeaders(tally(4, 3), tally(3.5, 3), 250);
  expect(room).toMatchObject({ sentVersion: 4, sentAt: 250, restVersion: 3, owesRest: true });
  room.send(tally(5, 3), 1_000);
  expect(room).toMatchObject({ sentVersion: 5, sentAt: 1_000, restVersion: 5, restAt: 1_000 });
  expect(room.owesRest).toBe(false);
  room.sendLeaders(tally(6, 5), tally(5.5, 5), 1_250);
  room.sendWholeToAll(tally(7, 0), 1_500);
  expect(room).toMatchObject({ sentVersion: 7, restVersion: 7, restAt: 1_500, owesRest: false });
});

it('BoardRoom sends nothing any more once it is closed', () => {
  jest.useFakeTimers();
  try {
    const { room } = roomOf(viewer('a'));
    room.close();
    const due = jest.fn();
    room.pending = setTimeout(due, 250);
    room.rest = setTimeout(due, 1_000);
    room.close();
    jest.runAllTimers();
    expect(due).not.toHaveBeenCalled();
  } finally {
    jest.useRealTimers();
  }
});

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

it('compact frames go to viewers who asked for them and say what the others are sent as JSON', () => {
  // The word of docs/live-and-embed.md.
  const [compact, json] = [viewer('compact', 'compact'), viewer('json')];
  const { room } = roomOf(compact, json);
  watch(room, [compact, json], counts(1, 0));
  room.send(counts(2, 1, people.slice(3, 9)), 0);
  room.send(counts(5, 2, people.slice(0, 1)), 250);
  expect(compact.raw.events).toEqual(['contest:tally', 't', 't']);
  expect(json.raw.events).toEqual(['contest:tally', 'contest:tally', 'contest:tally']);
  expect(compact.raw.received).toEqual(json.raw.received);
});

it('compact frames need at most 25 bytes for each contestant that changed, head included, also when five changed', () => {
  const compact = viewer('compact', COMPACT_FRAMES);
  const { room } = roomOf(compact);
  watch(room, [compact], counts(4_000_000, 0));
  room.send(counts(4_000_001, 4_000_000), 0);
  room.send(counts(4_000_002, 4_000_001, people.slice(40, 45)), 250);
  const [, fifty = 0, five = 0] = compact.raw.bytes;
  expect(fifty / 50).toBeLessThan(14);
  expect(five / 5).toBeLessThan(25);
});

it('compact frames are not sent to a viewer whose list of contestants is older, until it has the whole board', () => {
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

it('compact frames give way to JSON for a contestant who is not in the list yet', () => {
  const compact = viewer('compact', COMPACT_FRAMES);
  const { room } = roomOf(compact);
  watch(room, [compact], counts(1, 0, people.slice(0, 2)));
  room.send(counts(2, 1, people.slice(1, 3)), 0);
  expect(compact.raw.events).toEqual(['contest:tally', 'contest:tally']);
  expect(compact.raw.received[1]).toEqual(counts(2, 1, people.slice(1, 3)));
});

const person = (id: string) => ({ id, categoryId: 'x', votes: 1 });
const board = (version: number, since: number, ...ids: string[]): ContestTally => ({
  ...tally(version, since),
  contestants: ids.map(person),
});
const viewers = () =>
  [viewer('a', COMPACT_FRAMES), viewer('b', COMPACT_FRAMES), viewer('c'), viewer('d')] as const;

it('a board for many viewers is serialised once for each encoding, whole and as a change', () => {
  const [a, b, c, d] = viewers();
  const { room } = roomOf(a, b, c, d);
  for (const { socket } of [a, b, c, d]) room.sendWhole(socket, board(1, 0, 'p', 'q'));
  room.send(board(2, 1, 'p'), 0);
  for (const at of [0, 1]) {
    expect(b.raw.frames[at]).toBe(a.raw.frames[at]);
    expect(d.raw.frames[at]).toBe(c.raw.frames[at]);
  }
});

it('a board for many viewers shows a contestant who came, also when no vote was counted since', () => {
  const [a, b, c, d] = viewers();
  const { room } = roomOf(a, b, c, d);
  for (const { socket } of [a, c]) room.sendWhole(socket, board(1, 0, 'p'));
  room.forgetWhole();
  for (const { socket } of [b, d]) room.sendWhole(socket, board(1, 0, 'p', 'q'));
  for (const { raw } of [b, d]) expect(raw.received).toEqual([board(1, 0, 'p', 'q')]);
  room.sendWholeToAll(board(1, 0, 'p', 'q', 'r'), 0);
  for (const { raw } of [a, b, c, d]) expect(raw.received.at(-1)).toEqual(board(1, 0, 'p', 'q', 'r'));
});

it('a board for many viewers keeps compact frames for those who came first when another viewer of the same contestants joins', () => {
  const [first, joined] = viewers();
  const { room } = roomOf(first, joined);
  room.sendWhole(first.socket, board(1, 0, 'p', 'q'));
  room.send(board(2, 1, 'p'), 0);
  room.sendWhole(joined.socket, board(2, 0, 'p', 'q'));
  room.send(board(3, 2, 'q'), 250);
  expect(first.raw.events).toEqual(['contest:tally', COMPACT_EVENT, COMPACT_EVENT]);
  expect(joined.raw.rosters.at(-1)).toBe(first.raw.rosters[0]);
  expect(first.raw.rosters[0]).toBeGreaterThan(0);
});

it('a board for many viewers tells a crowd the first places in compact frames, and viewers of JSON all that changed', () => {
  const [compact, , json] = viewers();
  const { room } = roomOf(compact, json);
  for (const { socket } of [compact, json]) room.sendWhole(socket, board(1, 0, 'p', 'q'));
  room.begin(1);
  room.sendLeaders(board(2, 1, 'p', 'q'), board(1.5, 1, 'p'), 0);
  expect(compact.raw.received[1]).toEqual({ ...board(1.5, 1, 'p'), totalVotes: 1.5 });
  expect(json.raw.received[1]).toEqual(board(2, 1, 'p', 'q'));
});

it.each([10, 125, 126, 65_535, 65_536, 70_000])('eventFrame frames a text of about %i bytes', (size) => {
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
