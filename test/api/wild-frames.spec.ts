import fc from 'fast-check';
import { io } from 'socket.io-client';
import type { Ack } from '@abato/contracts';
import { startApiProcess } from '../support/api-process.js';
import { aContest } from '../support/builders.js';
import { LoopWatch } from '../support/loop-watch.js';
import type { TestPlatform } from '../support/platform.js';
import { rawFrame, RawWebSocket } from '../support/raw-websocket.js';
import { seedOf } from '../support/seed.js';

/**
 * Bytes that no websocket library would send, to the live connection. A short form here; by hand more, and repeatable:
 * `ABATO_WILD_INPUTS=20000 ABATO_SEED=1 ABATO_TEST_LIMIT_MINUTES=60 npm test -- api wild-frames`.
 */
const INPUTS = Number(process.env['ABATO_WILD_INPUTS'] ?? 400);
/** By hand the event loop is watched, too: its own processor time, so that a busy machine is no pause. */
const IS_LONG = INPUTS > 400;
const MOST_PAUSE_MS = 50;
const SEED = seedOf('wild-frames');
const LANES = 8;
/** Frames between two reads over HTTP. */
const BATCH = 10;

let own: TestPlatform;
let loop: LoopWatch;
beforeAll(async () => {
  loop = new LoopWatch();
  own = await (IS_LONG ? startApiProcess(loop.environment, undefined, loop.preload) : startApiProcess());
});
afterAll(() => own?.platform.destroy());

const texts = fc.constantFrom(
  '2',
  '3',
  '1',
  '5',
  '6',
  '40',
  '41',
  '40/unknown,',
  '42/unknown,["contest:watch",{}]',
  '42["contest:watch",{"contestId":"0e6f1b1c-5b52-4ec2-8a3f-0d6b1b4b7b11"}]',
  '427["contest:unwatch",{"contestId":"0e6f1b1c-5b52-4ec2-8a3f-0d6b1b4b7b11"}]',
  '42["unknown"]',
  '4299999999999999["statistics:watch",{}]',
  '43["x"]',
  '439[]',
  '451-["contest:watch",{"_placeholder":true,"num":0}]',
  '4599999-["contest:watch"]',
  '40{"token":"x"}',
  '42["__proto__",{"constructor":1}]',
  `42["contest:watch",${'['.repeat(4_000)}${']'.repeat(4_000)}]`,
  'bAAAA',
  '',
);
const payload = fc.oneof(
  { weight: 4, arbitrary: texts.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant(Buffer.alloc(12_000, '4')) },
);
/** Final text, final binary, pieces, pings, pongs, closes, reserved bits and opcodes. */
const firstByte = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0x81) },
  { weight: 3, arbitrary: fc.constantFrom(0x82, 0x01, 0x00, 0x80, 0x89, 0x8a, 0x88) },
  { weight: 1, arbitrary: fc.nat(255) },
);
const frame = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(payload, firstByte).map(([body, first]) => rawFrame(body, first)) },
  // A length of 2^63, a frame without a mask, half a head.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('81ff8000000000000000', '8101', '81fe', '8103343034')
      .map((hex) => Buffer.from(hex, 'hex')),
  },
  // The same many times: a flood of its kind.
  {
    weight: 1,
    arbitrary: texts.map((text) => Buffer.concat(Array.from({ length: 300 }, () => rawFrame(text)))),
  },
);

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(own.state.metricsUrl)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

it(`leave the process as it was: ${INPUTS} frames`, async () => {
  const contest = await aContest().save();
  const startedAt = await metric('process_start_time_seconds');
  const beganAt = Date.now();
  let hungUp = 0;
  let longestMs = 0;
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    let socket: RawWebSocket | undefined;
    const send = async (frames: Buffer[]): Promise<void> => {
      for (const bytes of frames) {
        if (!socket || socket.isClosed) {
          if (socket) hungUp++;
          socket = await RawWebSocket.open(own.baseUrl);
        }
        socket.write(bytes);
      }
      const began = performance.now();
      const { status } = await fetch(`${own.baseUrl}/api/contests/${contest.id}/public`);
      longestMs = Math.max(longestMs, performance.now() - began);
      expect(status).toBe(200);
    };
    return fc
      .assert(fc.asyncProperty(fc.array(frame, { minLength: BATCH, maxLength: BATCH }), send), {
        numRuns: Math.ceil(INPUTS / LANES / BATCH),
        seed: SEED + lane,
        endOnFailure: true,
      })
      .finally(() => socket?.close());
  });
  await Promise.all(lanes);
  // Otherwise nothing of it was wild.
  expect(hungUp).toBeGreaterThan(0);
  expect(await metric('process_start_time_seconds')).toBe(startedAt);
  const viewer = io(own.baseUrl, { transports: ['websocket'], reconnection: false, forceNew: true });
  try {
    const answer = (await viewer
      .timeout(20_000)
      .emitWithAck('contest:watch', { contestId: contest.id })) as Ack;
    expect(answer).toMatchObject({ ok: true });
  } finally {
    viewer.close();
  }
  if (!IS_LONG) return;
  process.stdout.write(
    `hung up ${hungUp}, longest read ${longestMs.toFixed(0)} ms; ${loop.report(beganAt)}\n`,
  );
  expect(loop.since(beganAt).filter(({ ownMs }) => ownMs > MOST_PAUSE_MS)).toEqual([]);
}, 3_600_000);
