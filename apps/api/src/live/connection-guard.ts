import type { ConnectionEnding, ConnectionEndingCode } from '@abato/contracts';
import { TokenBucket } from './token-bucket.js';

/** A page watches 20 contests at most and asks again when it becomes visible: 200 messages, by default, are several rounds at once. */
const BURST_SECONDS = 20;
/** Messages of one socket that wait until the one before them is answered. */
const MAX_WAITING = 50;
/** Packets that a client has not taken yet. Boards are not among them: they skip a client that has no room. */
const MAX_UNSENT = 200;
/** How long a slow client has for reading why its connection ends: the operating system discards that when it closes at once. */
const LINGER_MS = 10_000;
/**
 * Frames that are thrown away meanwhile. Afterwards nothing is read any more: closing with unread frames would make the client's system
 * discard what was sent to it, the reason too.
 */
const MAX_DROPPED = 3_000;
const RETRY_AFTER_SECONDS = 30;
const FRAMES = ['message', 'ping', 'pong'] as const;
/** `readyState` of a websocket that is closed on both sides. */
const CLOSED = 3;
/** Engine.IO's answer to a ping, as bytes. */
const PONG = 0x33;

const ENDINGS: Record<ConnectionEndingCode, ConnectionEnding> = {
  TOO_MANY_MESSAGES: {
    code: 'TOO_MANY_MESSAGES',
    message: 'Too many messages on this connection or from this address',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  },
  SESSION_EXPIRED: {
    code: 'SESSION_EXPIRED',
    message: 'The session has ended. Please sign in again.',
    retryAfterSeconds: 0,
  },
};

/** What is used of the websocket below an Engine.IO connection. */
interface Wire {
  readonly readyState: number;
  prependListener(event: 'message', heard: (frame: Buffer) => void): unknown;
  on(event: (typeof FRAMES)[number], heard: () => void): unknown;
  removeAllListeners(event: (typeof FRAMES)[number]): unknown;
  pause(): void;
  terminate(): void;
}

/** What is used of an Engine.IO connection. */
export interface GuardedConnection {
  readyState: string;
  writeBuffer: { readonly length: number };
  transport: unknown;
  once(event: 'close', listener: () => void): unknown;
  send(packet: string): unknown;
  close(): unknown;
}

/** Spends from the budget of an address. @returns false when too little is left */
export type AddressBudget = (cost: number) => boolean;

const guards = new WeakMap<object, ConnectionGuard>();

/** The guard of a Socket.IO socket's connection. @throws Error for a connection that was never guarded */
export function guardOf(socket: { conn: object }): ConnectionGuard {
  const guard = guards.get(socket.conn);
  if (!guard) throw new Error('a connection without a guard');
  return guard;
}

/**
 * Limits one connection: a budget of frames, one message at a time, a bounded queue. Frames are counted when the websocket
 * delivers them, before Engine.IO and Socket.IO decode anything, so that a flood costs next to nothing.
 */
export class ConnectionGuard {
  private readonly budget: TokenBucket;
  private waiting: (() => Promise<void>)[] = [];
  private busy = false;
  private ended = false;

  constructor(
    private readonly connection: GuardedConnection,
    private readonly address: AddressBudget,
    perSecond: number,
    private readonly now: () => number,
  ) {
    this.budget = new TokenBucket({ capacity: perSecond * BURST_SECONDS, perSecond }, now());
    guards.set(connection, this);
    this.wire.prependListener('message', (frame) => this.receive(frame));
    this.wire.on('ping', () => this.charge(1));
    this.wire.on('pong', () => this.charge(1));
    // Socket.IO itself closes a connection that sends events before it has joined: what follows must not be decoded either.
    connection.once('close', () => this.discard());
  }

  /** Spend more than the one unit of a frame, for a message that turned out to be costly. */
  charge(cost: number): void {
    const withinOwn = this.budget.spend(cost, this.now());
    if (!withinOwn || !this.address(cost)) this.end('TOO_MANY_MESSAGES');
  }

  /**
   * Do what a message asks for after all earlier messages of this connection are done. Beyond the bounded queue the connection
   * ends; work that waits is dropped with its connection.
   * @param work must not reject
   */
  run(work: () => Promise<void>): void {
    if (this.ended) return;
    if (!this.busy) void this.start(work);
    else if (this.waiting.length < MAX_WAITING) this.waiting.push(work);
    else this.end('TOO_MANY_MESSAGES');
  }

  /** Sends the client the reason and closes. Nothing that arrives from now on is decoded. */
  end(code: ConnectionEndingCode): void {
    if (this.ended) return;
    const { connection } = this;
    this.discard();
    // As Socket.IO writes an event and its disconnect: a client then does not come back by itself.
    connection.send(`2${JSON.stringify(['connection:ending', ENDINGS[code]])}`);
    connection.send('1');
    connection.close();
  }

  private get wire(): Wire {
    return (this.connection.transport as { socket: Wire }).socket;
  }

  private receive(frame: Buffer): void {
    // Answering pings is every viewer's duty: viewers who share an address with a flood stay connected.
    if (frame.length === 1 && frame[0] === PONG) {
      if (!this.budget.spend(1, this.now())) this.end('TOO_MANY_MESSAGES');
    } else if (this.connection.writeBuffer.length > MAX_UNSENT) {
      this.end('TOO_MANY_MESSAGES');
    } else {
      this.charge(1);
    }
  }

  private async start(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    for (let next: typeof work | undefined = work; next && !this.ended; next = this.waiting.shift())
      await next();
    this.busy = false;
  }

  /** Decode nothing any more, drop what waits, and free the connection when the client had time to read its last messages. */
  private discard(): void {
    if (this.ended) return;
    this.ended = true;
    this.waiting = [];
    const { wire } = this;
    if (wire.readyState === CLOSED) return;
    let dropped = 0;
    const drop = (): void => {
      if (++dropped === MAX_DROPPED) wire.pause();
    };
    for (const event of FRAMES) {
      wire.removeAllListeners(event);
      wire.on(event, drop);
    }
    setTimeout(() => wire.terminate(), LINGER_MS).unref();
  }
}
