import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'hdr-histogram-js';
import { Client } from 'undici';

/** How long a request that is due when the load ends is waited for. */
const ANSWERED_WITHIN_MS = 10_000;
const HOUR_US = 3_600_000_000;

/** How the rate changes over the time of a load: `at` is its part of the highest one at a moment (0 begin, 1 end), `mean` the mean of it. */
export const SHAPES = {
  STEADY: { at: () => 1, mean: 1 },
  RISING: { at: (moment) => 0.1 + 0.9 * Math.min(moment, 1), mean: 0.55 },
  // A call to vote in the middle third.
  PEAK: { at: (moment) => (moment >= 1 / 3 && moment < 2 / 3 ? 1 : 0.2), mean: (1 + 2 * 0.2) / 3 },
};

/** Times in microseconds, read as milliseconds. */
export class Times {
  #histogram = build({ highestTrackableValue: HOUR_US, numberOfSignificantValueDigits: 2 });

  /** @param {number} ms */
  record(ms) {
    this.#histogram.recordValue(Math.min(Math.max(Math.round(ms * 1000), 1), HOUR_US));
  }

  get count() {
    return this.#histogram.totalCount;
  }

  /** @param {number} percent 0 to 100. @returns milliseconds; 0 when nothing was recorded */
  percentile(percent) {
    return this.#histogram.getValueAtPercentile(percent) / 1000;
  }

  /** Percentiles in milliseconds, as reports show them. */
  summary() {
    const [p50, p90, p95, p99, p999, max] = [50, 90, 95, 99, 99.9, 100].map((one) => this.percentile(one));
    return { count: this.count, mean: this.#histogram.mean / 1000, p50, p90, p95, p99, p999, max };
  }
}

/**
 * Load on one server for a while.
 * @param job { url, connections, seconds, warmUp, next, rate?, shape?, signal?, onStart?, onAnswered? }: `next` gives the next request, null when
 *   there are no more. With `rate` (per second) arrivals follow a clock and do not wait for answers: latency counts from when a request was
 *   due. Without it every connection asks again as soon as it is answered. `signal` ends the load early; `onStart` gets the figures, which
 *   change while it runs
 * @returns {Promise<{ perSecond, seconds, statuses, errors, latency, sent, unanswered, stopped, firstFailure }>} latency: a summary. sent: of an
 *   open loop, requests that became due; unanswered: those that were not answered until a while after the end, in the latencies with their
 *   age. errors: requests whose connection broke
 */
export async function runLoad(job) {
  const outcome = { statuses: {}, errors: 0, sent: 0, unanswered: 0, firstFailure: undefined };
  // undici's pool looks through all its connections for each request, which costs more than the request.
  const clients = Array.from(
    { length: job.connections },
    () => new Client(job.url, { keepAliveTimeout: 60_000 }),
  );
  const [idle, waiting] = [[...clients], []];
  const times = new Times();
  const state = { counting: !(job.warmUp ?? 1), running: true, exhausted: false, underWay: new Set() };

  /** Sends the next request, as soon as a connection is free. @returns false when there is none */
  const ask = (dueAt, then) => {
    const request = job.next();
    if (request === null) {
      state.exhausted = true;
      return false;
    }
    outcome.sent++;
    const sent = { request, dueAt, then, status: 0, body: [] };
    state.underWay.add(sent);
    const client = idle.pop();
    if (client) send(client, sent);
    else waiting.push(sent);
    return true;
  };
  const over = (client, sent) => {
    state.underWay.delete(sent);
    const next = waiting.shift();
    if (next) send(client, next);
    else idle.push(client);
    sent.then?.();
  };
  const send = (client, sent) =>
    client.dispatch(sent.request, {
      onRequestStart() {},
      onResponseStart(_, status) {
        sent.status = status;
      },
      onResponseData(_, chunk) {
        if (sent.status >= 400) sent.body.push(chunk);
      },
      onResponseEnd() {
        if (state.counting) {
          if (sent.status < 400 || job.rate) times.record(performance.now() - sent.dueAt);
          outcome.statuses[sent.status] = (outcome.statuses[sent.status] ?? 0) + 1;
          if (sent.status >= 400)
            outcome.firstFailure ??= `${sent.status} ${Buffer.concat(sent.body).toString().slice(0, 300)}`;
          job.onAnswered?.(sent.status);
        }
        over(client, sent);
      },
      onResponseError(_, error) {
        if (client.destroyed) return;
        outcome.errors++;
        outcome.firstFailure ??= error.code ?? 'connection closed';
        over(client, sent);
      },
    });

  try {
    const loop = job.rate ? openLoop(job, ask, state) : closedLoop(job, ask, state);
    job.onStart?.({ outcome, times });
    if (!state.counting) await sleep((job.warmUp ?? 1) * 1000);
    const began = performance.now();
    state.counting = true;
    await Promise.race([sleep(job.seconds * 1000, null, { signal: job.signal }).catch(() => null), loop]);
    const seconds = (performance.now() - began) / 1000;
    const perSecond = times.count / seconds;
    // What is due in an open loop is answered late, or never: both are what its users get.
    state.counting = Boolean(job.rate);
    state.running = false;
    await loop;
    await allAnswered(state, job.rate ? ANSWERED_WITHIN_MS : 3_000);
    if (job.rate) {
      outcome.unanswered = state.underWay.size;
      for (const { dueAt } of state.underWay) times.record(performance.now() - dueAt);
    }
    state.counting = false;
    return {
      perSecond,
      seconds,
      stopped: job.signal?.aborted ?? false,
      ...outcome,
      latency: times.summary(),
    };
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
}

async function closedLoop({ connections }, ask, state) {
  const again = (done) => {
    if (!state.running || !ask(performance.now(), () => again(done))) done();
  };
  await Promise.all(Array.from({ length: connections }, () => new Promise(again)));
}

/** Arrivals of independent people: exponential gaps. Those that find no free connection wait for one. */
async function openLoop({ rate, shape = 'STEADY', seconds }, ask, state) {
  const began = performance.now();
  const gap = (at) => {
    const part = SHAPES[shape].at((at - began) / 1000 / seconds);
    return (-Math.log(1 - Math.random()) * 1000) / (rate * part);
  };
  let due = began;
  const makeDue = (until) => {
    for (; due <= until && !state.exhausted; due += gap(due)) ask(due);
  };
  while (state.running && !state.exhausted) {
    makeDue(performance.now());
    await sleep(1);
  }
  // A process that stood still over the end has made too few.
  makeDue(performance.now());
}

async function allAnswered({ underWay }, withinMs) {
  const deadline = performance.now() + withinMs;
  while (underWay.size && performance.now() < deadline) await sleep(5);
}
