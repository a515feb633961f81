import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { residentBytes } from '../../bench/lib/processes.mjs';
import { until } from './installation.mjs';
import { castMaker, castsInto } from '../../bench/load/casts.mjs';
import { runLoad, Times } from '../../bench/load/load.mjs';
import { postJson, voteFor } from '../../bench/load/post.mjs';

const PEAK_CONNECTIONS = 64;
const TIMES = 3;
/** Bounds of what is promised under three times the peak. */
export const BOUNDS = { latencyP99Ms: 10_000, residentMb: 700, normalWithinMs: 10_000 };

/**
 * Find what one API takes at most, then offer it three times as much for a while, each request on a connection that waits for nobody.
 * @param options { installation, organiser, seconds, say, connections }
 * @returns figures and violations
 */
export async function overload({ installation, organiser, seconds, say, connections = 7_000 }) {
  const contest = await organiser.probe();
  const [api] = installation.answering('/api/votes/cast');
  const port = installation.ports[api];
  const request = castsInto(contest);
  const peak = await runLoad({
    url: `http://127.0.0.1:${port}`,
    next: castMaker(request),
    connections: PEAK_CONNECTIONS,
    seconds: 5,
    warmUp: 2,
  });
  const peakPerSecond = Math.round(peak.perSecond);
  say(
    `the peak of one API beside its load generator is ${peakPerSecond} votes/s; offering ${TIMES * peakPerSecond}/s for ${seconds} s`,
  );
  const before = peak.statuses[201] ?? 0;
  const offered = await offer({
    port,
    rate: TIMES * peakPerSecond,
    seconds,
    request,
    connections,
    pid: () => installation.pid(api),
  });
  const normal = await normalAgain(installation.url(api), contest);
  const rows = await until(async () => {
    const found = await installation.db.query(
      `SELECT (SELECT coalesce(sum(votes), 0)::bigint FROM vote_ledger WHERE contest_id = $1) AS ledger,
         (SELECT votes FROM contest_tallies WHERE contest_id = $1) AS tallied,
         (SELECT count(*) FROM tally_outbox WHERE contest_id = $1) AS waiting`,
      [contest.id],
    );
    const [row] = found.rows;
    return row.waiting === 0 && row.ledger === row.tallied ? row : null;
  }, 60_000);
  return judge({ peakPerSecond, offered, normal, rows, before });
}

async function offer({ port, rate, seconds, request, connections: wanted, pid }) {
  const figures = {
    sent: 0,
    accepted: 0,
    refused: 0,
    without: 0,
    other: {},
    notSent: 0,
    broken: 0,
    residentMb: 0,
  };
  const latency = new Times();
  const make = castMaker(request);
  const all = Array.from(
    { length: wanted },
    () => new Client(`http://127.0.0.1:${port}`, { keepAliveTimeout: 60_000 }),
  );
  const idle = [...all];
  const answered = (status, body, sentAt) => {
    if (status === 201) {
      figures.accepted++;
      latency.record(performance.now() - sentAt);
    } else if (status === 503) {
      figures.refused++;
      if (!/"retryAfter":\d/.test(body)) figures.without++;
    } else figures.other[status] = (figures.other[status] ?? 0) + 1;
  };
  const send = (client) => {
    const [sentAt, answer] = [performance.now(), { status: 0, body: '' }];
    client.dispatch(make(), {
      onRequestStart() {},
      onResponseStart: (_, status) => (answer.status = status),
      onResponseData: (_, chunk) => (answer.body += chunk),
      onResponseEnd() {
        answered(answer.status, answer.body, sentAt);
        idle.push(client);
      },
      onResponseError: () => figures.broken++,
    });
  };
  const samples = setInterval(() => {
    figures.residentMb = Math.max(figures.residentMb, residentBytes(pid()) / 2 ** 20);
  }, 500);
  const headers = sampleHeaders(port, request);
  const began = performance.now();
  let due = began;
  while (performance.now() - began < seconds * 1000) {
    const now = performance.now();
    while (due <= now) {
      const client = idle.pop();
      if (client) {
        figures.sent++;
        send(client);
      } else figures.notSent++;
      due += 1000 / rate;
    }
    await sleep(1);
  }
  await until(() => idle.length >= wanted - figures.broken, 30_000, 50);
  figures.headers = await headers.stop();
  clearInterval(samples);
  await Promise.all(all.map((client) => client.destroy()));
  return { ...figures, latency: latency.summary() };
}

/** Some ordinary clients among the crowd, which look at the headers of refusals. */
function sampleHeaders(port, { contestId, people }) {
  const url = `http://127.0.0.1:${port}/api/votes/cast`;
  const state = { running: true };
  const seen = { refused: 0, withRetryAfter: 0, accepted: 0 };
  const one = async (nr) => {
    while (state.running) {
      const answer = await postJson(url, voteFor(contestId, people[0], `+23320111000${nr}`)).catch(
        () => null,
      );
      if (answer?.status === 201) seen.accepted++;
      if (answer?.status !== 503) continue;
      seen.refused++;
      if (Number(answer.headers.get('retry-after')) > 0) seen.withRetryAfter++;
      await sleep(200);
    }
  };
  const all = Promise.all(Array.from({ length: 8 }, (_, nr) => one(nr)));
  return {
    async stop() {
      state.running = false;
      await all;
      return seen;
    },
  };
}

/** @returns milliseconds until twenty votes one after the other were all taken within half a second each */
async function normalAgain(url, { id, people }) {
  const began = performance.now();
  const done = await until(async () => {
    for (let nr = 0; nr < 20; nr++) {
      const asked = performance.now();
      const vote = voteFor(id, people[0], '+233202220000');
      const { status } = await postJson(`${url}/api/votes/cast`, vote, { within: 5_000 });
      if (status !== 201 || performance.now() - asked > 500) return false;
    }
    return true;
  }, 60_000);
  return done ? performance.now() - began : Infinity;
}

function judge({ peakPerSecond, offered, normal, rows, before }) {
  const violations = [];
  const expect = (holds, invariant, wrong) => holds || violations.push({ invariant, wrong });
  const accepted = before + offered.accepted + offered.headers.accepted;
  expect(rows, 'what was taken is counted', 'ledger and tallies did not meet within 60 s');
  // Votes answered while the load generator was not counting are in the ledger too: more is no loss.
  expect(
    !rows || rows.ledger >= accepted,
    'no accepted vote is lost',
    `${accepted} were accepted, the ledger has ${rows?.ledger}`,
  );
  expect(offered.refused > 0, 'the load is an overload', 'nothing was refused');
  expect(offered.without === 0, 'refusals name a time', `${offered.without} refusals without retryAfter`);
  const { refused, withRetryAfter } = offered.headers;
  expect(
    refused === withRetryAfter,
    'refusals carry Retry-After',
    `${refused - withRetryAfter} of ${refused} do not`,
  );
  expect(!Object.keys(offered.other).length, 'nothing fails otherwise', JSON.stringify(offered.other));
  expect(offered.broken === 0, 'no connection breaks', `${offered.broken} broke`);
  expect(
    offered.latency.p99 <= BOUNDS.latencyP99Ms,
    'latency is bounded',
    `p99 ${offered.latency.p99.toFixed(0)} ms`,
  );
  expect(offered.residentMb <= BOUNDS.residentMb, 'memory is bounded', `${offered.residentMb.toFixed(0)} MB`);
  expect(normal <= BOUNDS.normalWithinMs, 'normal again', `after ${(normal / 1000).toFixed(1)} s`);
  return {
    peakPerSecond,
    ...offered,
    normalMs: normal,
    ledger: rows?.ledger,
    acceptedInAll: accepted,
    violations,
  };
}
