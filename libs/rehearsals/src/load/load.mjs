import { setTimeout as sleep } from 'node:timers/promises';
import { Histogram } from './histogram.mjs';
import { HttpConnection } from './http-connection.mjs';
import { requestMaker } from './requests.mjs';
import { SHAPES } from './shape.mjs';

/** Connections opened together at most: a saturated server accepts one per turn of its loop. */
const OPEN_AT_ONCE = 32;
/** A request that the server's closing of an idle connection crossed on its way. Servers wait longer than this before they close one. */
const CROSSED_AFTER_MS = 2_000;
/** How long a request that is due when the load ends is waited for. */
const ANSWERED_WITHIN_MS = 10_000;
/** Before trying again where no connection could be had. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Load on one server for a while.
 * @param job { host, port, secure, connections, seconds, warmUp, request, rate?, shape?, signal?, onStart?, onAnswered? }: with `rate` (per second) arrivals follow a clock and do not
 *   wait for answers (open loop: a slow server gets a queue, and latency counts from when a request was due); without it every
 *   connection asks again as soon as it is answered. `shape`: how the rate changes over the time; `signal` ends the load early; `onStart` gets
 *   the figures, which change while it runs
 * @returns {Promise<{ perSecond, statuses, errors, closedIdle, latency, sent, unanswered, stopped }>} latencies in milliseconds; `latency` is a
 *   histogram's message form. sent: of an open loop, requests that became due; unanswered: those of them that were not answered until a
 *   while after the end, in the histogram with their age; stopped: `signal` ended it. errors: connections that ended with a request under way; closedIdle: those that the server closed because nothing was asked on
 *   them, which an open loop opens again as every client does
 */
export async function runLoad(job) {
  const host = job.host ?? '127.0.0.1';
  const outcome = {
    statuses: {},
    errors: 0,
    closedIdle: 0,
    sent: 0,
    unanswered: 0,
    bytes: 0,
    firstFailure: undefined,
  };
  const make = requestMaker(job.request, `${host}:${job.port}`);
  const warmUpMs = (job.warmUp ?? 1) * 1000;
  // Without a warm-up also the first answer counts, however soon it comes.
  const state = { histogram: new Histogram(), counting: warmUpMs === 0, running: true };
  const connections = await openAll(host, job, outcome, state);
  try {
    const done = job.rate
      ? openLoop(connections, make, job, state, outcome)
      : closedLoop(connections, make, job, state, outcome);
    job.onStart?.({ outcome, histogram: state.histogram });
    if (warmUpMs) await sleep(warmUpMs);
    const began = performance.now();
    state.counting = true;
    await Promise.race([sleepUntilAborted(job.seconds * 1000, job.signal), done]);
    const stopped = job.signal?.aborted ?? false;
    const seconds = (performance.now() - began) / 1000;
    const perSecond = state.histogram.total / seconds;
    // What is due in an open loop is answered late, or never: both are what its users get.
    state.counting = Boolean(job.rate);
    state.endedAt = performance.now();
    state.running = false;
    if (job.rate) await done;
    else await Promise.race([done, sleep(3_000, null, { ref: false })]);
    return {
      perSecond,
      seconds,
      stopped,
      ...outcome,
      latency: state.histogram.toMessage(),
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Rejects for nothing but an abort. */
async function sleepUntilAborted(ms, signal) {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

async function openAll(host, job, outcome, state) {
  const connections = new Set();
  const options = { host, port: job.port, secure: job.secure };
  const open = () => {
    const connection = new HttpConnection({ ...options, onClosed });
    connections.add(connection);
    return connection;
  };
  const onClosed = (connection, error) => {
    connection.closing = true;
    connections.delete(connection);
    const isBreak = !connection.wasOpen || (connection.busy && connection.idleMs < CROSSED_AFTER_MS);
    if (isBreak) {
      outcome.errors++;
      // Without its address: organisers read it.
      outcome.firstFailure ??= error?.code ?? 'connection closed';
    } else outcome.closedIdle++;
    if (state.running || state.counting) state.onLost?.(connection, { isBreak, open });
  };
  for (let i = 0; i < job.connections; i += OPEN_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPEN_AT_ONCE, job.connections - i) }, open);
    await Promise.all(some.map((connection) => connection.opened()));
  }
  return connections;
}

function note(status, body, bytes, outcome, job) {
  job.onAnswered?.(status);
  outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
  outcome.bytes += bytes;
  if (status >= 400) outcome.firstFailure ??= `${status} ${body().slice(0, 300)}`;
}

function closedLoop(connections, make, job, state, outcome) {
  return Promise.all(
    [...connections].map(
      (connection) =>
        new Promise((resolve) => {
          const answered = (status, _connection, body, bytes) => {
            if (state.counting) {
              if (status < 400) state.histogram.record((performance.now() - connection.sentAt) * 1000);
              note(status, body, bytes, outcome, job);
            }
            if (state.running) ask();
            else resolve();
          };
          const ask = () => {
            const text = make();
            if (text === null) return resolve();
            outcome.sent++;
            connection.send(text, answered);
          };
          ask();
        }),
    ),
  );
}

async function openLoop(connections, make, job, state, outcome) {
  let idle = [...connections];
  /** Due times of requests that found no free connection. */
  const queue = [];
  const left = { exhausted: false };
  const ask = (connection, dueAt) => {
    const text = make();
    left.exhausted ||= text === null;
    if (left.exhausted) {
      outcome.sent--;
      return;
    }
    connection.dueAt = dueAt;
    connection.send(text, answered);
  };
  const answered = (status, connection, body, bytes) => {
    if (state.counting) {
      state.histogram.record((performance.now() - connection.dueAt) * 1000);
      note(status, body, bytes, outcome, job);
    }
    next(connection);
  };
  const next = (connection) => {
    const dueAt = queue.shift();
    if (dueAt !== undefined) ask(connection, dueAt);
    else idle.push(connection);
  };
  state.onLost = (connection, { isBreak, open }) => {
    idle = idle.filter((each) => each !== connection);
    // It was not answered because it came too late: another connection asks.
    if (connection.busy && !isBreak) queue.unshift(connection.dueAt);
    const reopen = () => {
      const again = open();
      // One that cannot be had is lost in its turn.
      again.opened().then(
        () => next(again),
        () => undefined,
      );
    };
    if (connection.wasOpen) reopen();
    else setTimeout(() => (state.running || state.counting) && reopen(), AGAIN_AFTER_MS);
  };
  const began = performance.now();
  const shape = SHAPES[job.shape ?? 'STEADY'];
  const rateAt = (at) => job.rate * shape.at((at - began) / 1000 / job.seconds);
  // Arrivals of independent people: exponential gaps.
  const gap = (at) => (-Math.log(1 - Math.random()) * 1000) / rateAt(at);
  let due = began;
  const makeDue = (until) => {
    while (due <= until) {
      const connection = idle.pop();
      outcome.sent++;
      if (connection) ask(connection, due);
      else queue.push(due);
      due += gap(due);
    }
  };
  while (state.running && !left.exhausted) {
    makeDue(performance.now());
    await sleep(1);
  }
  // A process that stood still over the end has made too few.
  if (!left.exhausted) makeDue(state.endedAt);
  if (left.exhausted) {
    outcome.sent -= queue.length;
    return;
  }
  const waiting = () => [...queue, ...[...connections].filter(({ busy }) => busy).map(({ dueAt }) => dueAt)];
  const deadline = performance.now() + ANSWERED_WITHIN_MS;
  while (waiting().length && performance.now() < deadline) await sleep(5);
  state.counting = false;
  const end = performance.now();
  for (const dueAt of waiting()) {
    outcome.unanswered++;
    state.histogram.record((end - dueAt) * 1000);
  }
}
