import { median } from '../lib/report.mjs';
import { measure } from './cast.mjs';
import { benchContest } from '../load/data.mjs';

const SESSIONS_PER_SECOND = 500;
/** Dial, code, votes, confirm. */
const STEPS = 4;
/** Until the first sessions have come to their last step. */
const WARM_UP_SECONDS = 3;
/** Gateways give up after some seconds. */
const MOST_MS = 300;

/** So many USSD sessions begin in each second and end with a vote, on one API core, whatever the answers take (open loop). */
export async function ussdSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  const { rows } = await installation.db.query('SELECT code FROM contestants WHERE contest_id = $1', [
    contest.id,
  ]);
  const codes = rows.map(({ code }) => code);
  const [api, client] = await Promise.all([installation.api(), installation.client('load-process.mjs')]);
  const [p50, p99, rates] = [[], [], []];
  for (let turn = 1; turn <= turns; turn++) {
    const request = {
      kind: 'ussd',
      path: '/api/ussd/arkesel/local',
      codes,
      perSecond: SESSIONS_PER_SECOND,
      run: turn,
    };
    const job = {
      connections: 256,
      seconds,
      warmUp: WARM_UP_SECONDS,
      rate: SESSIONS_PER_SECOND * STEPS,
      request,
    };
    const result = await measure(client, api, job, say);
    say(
      `${Math.round(result.perSecond / STEPS)} sessions/s: p50 ${result.latency.p50} p99 ${result.latency.p99} ms, ${result.cpu.toFixed(2)} cores`,
    );
    p50.push(result.latency.p50);
    p99.push(result.latency.p99);
    rates.push(result.perSecond / STEPS);
  }
  const votes = await installation.db.query(
    `SELECT count(*)::int AS cast, count(*)::int - count(DISTINCT voter_phone)::int AS twice FROM votes
     WHERE contest_id = $1 AND source = 'USSD'`,
    [contest.id],
  );
  const { cast, twice } = votes.rows[0];
  if (twice) throw new Error(`${twice} sessions have cast twice`);
  const reached = median(rates);
  const tail = median(p99);
  return [
    {
      subject: `USSD, ${SESSIONS_PER_SECOND} sessions/s of four steps, answer p99`,
      unit: 'ms',
      ours: tail,
      ratio: tail,
      target: `≤ ${MOST_MS} ms`,
      met: tail <= MOST_MS && reached >= 0.95 * SESSIONS_PER_SECOND,
      note: `p50 ${median(p50)} ms at ${Math.round(reached)} sessions/s; ${cast} votes cast, none twice`,
    },
  ];
}
