import type { ContestStatus } from './contest.js';
import type { StageState } from './stage.js';
import type { StatisticsView } from './figures.js';
import type { COMPACT_EVENT, CompactTally, ContestTally } from './tally.js';

/** Socket.IO names and payloads. Path `/socket.io`, default namespace, websocket transport only. */
export const SOCKET_PATH = '/socket.io';

/** @property again something is away: the same may be granted later */
export type Refusal = { ok: false; message: string; again?: true };
export type Ack = { ok: true } | Refusal;
/**
 * What `contest:watch` is answered: the contest as it is now, because the page may have been kept by a cache, and the server's time in milliseconds.
 * Processes of an earlier release leave them out.
 */
export type WatchAck = { ok: true; contest?: ContestState; at?: number } | Refusal;

/** What decides what a page of a contest shows. */
export interface ContestState {
  status: ContestStatus;
  isPaused: boolean;
  showResults: boolean;
}

export interface ContestChanged extends Omit<ContestState, 'status'> {
  contestId: string;
  /** DELETED: the contest is gone, and this is the last message about it. */
  status: ContestStatus | 'DELETED';
  /** Milliseconds. Read with `?after=` this number, the contest comes from no cache that still has the old one. */
  at: number;
}

export interface ContestMonitor {
  contestId: string;
  version: number;
  totalVotes: number;
  uniqueVoters: number;
  /** Cedis. */
  revenue: number;
  payments: { completed: number; pending: number; failed: number };
}

/**
 * Why the server ends a connection. TOO_MANY_MESSAGES: the budget of the connection or of its address is used up.
 * SESSION_EXPIRED: the token of the handshake has reached its end.
 */
export type ConnectionEndingCode = 'TOO_MANY_MESSAGES' | 'SESSION_EXPIRED';

/** The last message of a connection that the server ends; the client's reason is then `io server disconnect`. */
export interface ConnectionEnding {
  code: ConnectionEndingCode;
  message: string;
  /** Seconds to wait before connecting again. */
  retryAfterSeconds: number;
}

export interface ClientToServerEvents {
  'contest:watch': (payload: { contestId: string }, ack: (answer: WatchAck) => void) => void;
  'contest:unwatch': (payload: { contestId: string }, ack: (answer: Ack) => void) => void;
  'contest:monitor': (payload: { contestId: string }, ack: (answer: Ack) => void) => void;
  'contest:unmonitor': (payload: { contestId: string }, ack: (answer: Ack) => void) => void;
  'stage:watch': (payload: { contestId: string }, ack: (answer: Ack) => void) => void;
  'stage:unwatch': (payload: { contestId: string }, ack: (answer: Ack) => void) => void;
  /** @property id of a verification by dialling: a secret of the browser that began it */
  'verification:watch': (payload: { id: string }, ack: (answer: Ack) => void) => void;
  'verification:unwatch': (payload: { id: string }, ack: (answer: Ack) => void) => void;
  'statistics:watch': (payload: object, ack: (answer: Ack) => void) => void;
  'statistics:unwatch': (payload: object, ack: (answer: Ack) => void) => void;
}

export interface ServerToClientEvents {
  'contest:tally': (payload: ContestTally) => void;
  /** The same, to clients that asked for compact frames in the handshake. */
  [COMPACT_EVENT]: (payload: CompactTally) => void;
  'contest:changed': (payload: ContestChanged) => void;
  'contest:monitor': (payload: ContestMonitor) => void;
  'stage:state': (payload: StageState) => void;
  /** The phone has dialled: the verification now gives its token. */
  'verification:confirmed': (payload: object) => void;
  statistics: (payload: StatisticsView) => void;
  'connection:ending': (payload: ConnectionEnding) => void;
}
