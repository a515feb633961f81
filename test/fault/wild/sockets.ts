import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { jsonText, words } from './values.js';

/** What one viewer sends: through Socket.IO, or written to the connection past it. */
export type WildMessage =
  | { kind: 'event'; name: string; payloads: unknown[]; ack: boolean }
  | { kind: 'packet'; data: string | Buffer };

const EVENTS = ['contest:watch', 'contest:unwatch', 'contest:monitor', 'contest:unmonitor'];
const MORE_EVENTS = [
  'statistics:watch',
  'statistics:unwatch',
  'contest:tally',
  'statistics',
  'toString',
  '__proto__',
  '',
];

/** @param contestIds contests that exist, so that most messages mean something */
export function messages(contestIds: readonly string[]): fc.Arbitrary<WildMessage> {
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...contestIds) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom(...contestIds).map((one) => one.toUpperCase()) },
  );
  const json = jsonText.filter((text) => text.length < 9_000);
  const idJson = fc.oneof(
    { weight: 3, arbitrary: id.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: json },
  );
  const payload: fc.Arbitrary<unknown> = fc.oneof(
    { weight: 5, arbitrary: idJson.map((text) => ({ contestId: JSON.parse(text) as unknown })) },
    { weight: 2, arbitrary: json.map((text) => JSON.parse(text) as unknown) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 20 })
        .map((bytes) => ({ contestId: Buffer.from(bytes), x: [Buffer.from(bytes)] })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, null, { contestId: 'x'.repeat(9_000) }, [[[[[[]]]]]], 1e308, ''),
    },
  );
  const event = fc
    .record({
      name: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...EVENTS) },
        { weight: 2, arbitrary: fc.constantFrom(...MORE_EVENTS) },
      ),
      payloads: fc.oneof(
        { weight: 5, arbitrary: payload.map((one) => [one]) },
        { weight: 1, arbitrary: fc.array(payload, { maxLength: 3 }) },
      ),
      ack: fc.boolean(),
    })
    .map((one): WildMessage => ({ kind: 'event', ...one }));
  // `2["name",…]` is an event, a number before the bracket asks for an acknowledgement, `51-` announces one binary part.
  const start = fc.constantFrom('', ...words(`2 2 2 27 20 2999999999999 3 37 0 1 4 51- 59- 6 7 2/x, 2/,`));
  const text = fc
    .tuple(start, fc.constantFrom(...EVENTS, ...MORE_EVENTS, 'connect', 'disconnect', 'error'), idJson)
    .map(([type, name, one]) => `${type}[${JSON.stringify(name)},{"contestId":${one}}]`);
  const packet = fc
    .oneof(
      { weight: 4, arbitrary: text },
      { weight: 2, arbitrary: fc.tuple(text, fc.nat(60)).map(([whole, length]) => whole.slice(0, length)) },
      { weight: 1, arbitrary: json.map((one) => `2${one}`) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
      // Beyond what a message may hold: the server hangs up.
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          `2["contest:watch",{"contestId":"${'x'.repeat(12_000)}"}]`,
          Buffer.alloc(11_000),
        ),
      },
    )
    .map((data): WildMessage => ({ kind: 'packet', data }));
  return fc.oneof({ weight: 3, arbitrary: event }, { weight: 2, arbitrary: packet });
}

/** A viewer whose connection is made again whenever the server has had enough of it. */
export class WildViewer {
  private socket: Socket | undefined;
  /** How often the server hung up. */
  hungUp = 0;

  constructor(private readonly baseUrl: string) {}

  /**
   * Send messages, then wait until the server has answered a good one behind them, or has hung up.
   * @param contestId a contest that exists
   * @throws Error when the server neither answers nor hangs up, or answers what is no acknowledgement
   */
  async send(batch: readonly WildMessage[], contestId: string): Promise<void> {
    const socket = await this.connected();
    const wrong: unknown[] = [];
    for (const message of batch) {
      if (!socket.connected) break;
      if (message.kind === 'packet') {
        (socket.io.engine as unknown as { write: (data: string | Buffer) => void }).write(message.data);
      } else if (message.ack) {
        socket.emit(message.name, ...message.payloads, (answer: unknown) => {
          if (typeof (answer as { ok?: unknown } | null)?.ok !== 'boolean') wrong.push([message, answer]);
        });
      } else {
        socket.emit(message.name, ...message.payloads);
      }
    }
    if (!(await stillThere(socket, contestId))) {
      this.hungUp++;
      this.close();
    }
    if (wrong.length) throw new Error(`no acknowledgement: ${JSON.stringify(wrong)}`);
  }

  close(): void {
    this.socket?.close();
    this.socket = undefined;
  }

  private async connected(): Promise<Socket> {
    if (this.socket?.connected) return this.socket;
    this.close();
    const socket = io(this.baseUrl, {
      path: '/socket.io',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    this.socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }
}

/** Whether the server still answers on this connection; false when it closed it. */
function stillThere(socket: Socket, contestId: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      socket.off('disconnect', closed);
      act();
    };
    const timer = setTimeout(
      () => settle(() => reject(new Error('neither an answer nor a close within 120 s'))),
      120_000,
    );
    const closed = (): void => settle(() => resolve(false));
    if (!socket.connected) return closed();
    socket.once('disconnect', closed);
    socket.emit('contest:unwatch', { contestId }, () => settle(() => resolve(true)));
  });
}
