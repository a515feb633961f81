import { residentBytes } from '../lib/processes.mjs';
import { inTurns, judged, median } from '../lib/report.mjs';
import { castRequest, measure } from './cast.mjs';
import { benchContest, makeContest, makeOwner } from '../load/data.mjs';

/** Votes that each run of `lagOf` sends, a second. */
const LAG_RATE = 2000;

/** From the answer to a vote until it stands on each of so many screens, with 2,000 votes/s arriving; and job runs per vote. Medians of all turns. */
async function lagOf(installation, { viewers, turns, seconds, say }) {
  const owner = await makeOwner(installation.db, 'bench');
  const [api, worker, client] = await Promise.all([
    installation.api(),
    installation.worker(),
    installation.client('viewers-process.mjs'),
  ]);
  const found = [];
  for (let turn = 0; turn < turns; turn++) {
    const contest = await makeContest(installation.db, owner, { contestants: 100 });
    await client.ask({
      work: 'open',
      port: api.port,
      contestId: contest.id,
      count: viewers,
      follow: true,
    });
    const before = await jobRuns(worker);
    const request = castRequest(contest);
    const result = await client.ask({
      work: 'lag',
      port: api.port,
      request,
      rate: LAG_RATE,
      seconds,
      connections: 64,
    });
    const { screen } = result;
    const runs = (await jobRuns(worker)) - before;
    say(
      `${Math.round(result.perSecond)} votes/s, ${result.refused} refused: p50 ${screen.p50.toFixed(0)}, p99 ${screen.p99.toFixed(0)} ms over ${screen.count} screens × votes; ${runs} job runs for ${result.sent} votes`,
    );
    if (result.closed || !result.upToDate)
      say(`${result.closed} viewers lost their connection; all up to date: ${result.upToDate}`);
    await client.ask({ work: 'close' });
    const { rows } = await installation.db.query('SELECT votes FROM contest_tallies WHERE contest_id = $1', [
      contest.id,
    ]);
    if ((rows[0]?.votes ?? 0) < result.accepted || rows[0].votes > result.sent)
      throw new Error(`tally says ${rows[0]?.votes}, accepted were ${result.accepted} of ${result.sent}`);
    found.push({ screen, runsPerVote: runs / result.sent });
  }
  const middle = (figure) => median(found.map(figure));
  return {
    screenP50: middle(({ screen }) => screen.p50),
    screenP99: middle(({ screen }) => screen.p99),
    runsPerVote: middle(({ runsPerVote }) => runsPerVote),
  };
}

/** Counts on 1,000 screens. */
export async function lagSubject(installation, options) {
  const {
    screenP50: p50,
    screenP99: p99,
    runsPerVote: share,
  } = await lagOf(installation, { ...options, viewers: 1000 });
  return [
    judged('answer → on 1,000 screens at 2,000 votes/s, p50', 'ms', p50, '≤ 250'),
    judged('answer → on 1,000 screens at 2,000 votes/s, p99', 'ms', p99, '≤ 600'),
    judged('tally job runs ÷ votes', 'runs/vote', share, '≤ 0.01', {
      judged: share.toFixed(4),
      note: 'tallies equal to the accepted votes after every run',
    }),
  ];
}

async function jobRuns(worker) {
  const text = await (await fetch(`http://127.0.0.1:${worker.metricsPort}/metrics`)).text();
  return Number(/^abato_tally_job_runs_total (\d+)/m.exec(text)?.[1] ?? NaN);
}

/** Cast with 1,000 viewers of the same contest, against none. */
export async function watchedSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  const [api, , client, viewers] = await Promise.all([
    installation.api(),
    installation.worker(),
    installation.client('load-process.mjs'),
    installation.client('viewers-process.mjs'),
  ]);
  const cast = async () =>
    (await measure(client, api, { connections: 64, seconds, request: castRequest(contest) }, say)).perSecond;
  const found = await inTurns(
    {
      none: cast,
      watched: async () => {
        await viewers.ask({
          work: 'open',
          port: api.port,
          contestId: contest.id,
          count: 1000,
        });
        const figure = await cast();
        await viewers.ask({ work: 'close' });
        return figure;
      },
    },
    turns,
    say,
  );
  const ratio = found.watched.median / found.none.median;
  return [
    judged('cast with 1,000 viewers watching ÷ with none', 'votes/s', found.watched.median, '≥ 0.8', {
      limit: found.none.median,
      ratio,
    }),
  ];
}

/** The product's broadcast driven as fast as the sockets take it, against plain `ws` and one prepared frame of the same size. */
export async function fanOutSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  const [api, limit, viewers] = await Promise.all([
    installation.api({ entry: 'api-broadcasting.mjs', env: { BENCH_CONTEST: contest.id } }),
    installation.server('entries/ws-prepared.mjs', { env: { PAYLOAD_BYTES: 613 } }),
    installation.client('viewers-process.mjs'),
  ]);
  const rows = [];
  for (const [count, least] of [
    [1000, 0.75],
    [5000, 0.65],
  ]) {
    const bytes = [];
    const one = (server, options) => async () => {
      await viewers.ask({ work: 'open', port: server.port, count, ...options });
      await server.ask({ start: true });
      const result = await viewers.ask({ work: 'count', seconds });
      await server.ask({ start: false });
      await viewers.ask({ work: 'close' });
      if (!options.plain) bytes.push(result.bytesPerSecond / result.perSecond);
      return result.perSecond;
    };
    const found = await inTurns(
      {
        ours: one(api, { contestId: contest.id }),
        limit: one(limit, { path: '/', plain: true }),
      },
      turns,
      say,
    );
    const ratio = found.ours.median / found.limit.median;
    rows.push(
      judged(
        `fan-out to ${count} viewers ÷ ws, prepared frame`,
        'deliveries/s',
        found.ours.median,
        `≥ ${least}`,
        {
          limit: found.limit.median,
          ratio,
          note: `${Math.round(median(bytes))} bytes a message; theirs 613`,
        },
      ),
    );
  }
  return rows;
}

/** What a message of counts weighs, for each contestant that changed: as compact frame and as JSON, in a contest of millions of votes. */
export async function frameBytesSubject(installation, { seconds, say }) {
  const owner = await makeOwner(installation.db, 'bench');
  const rows = [];
  for (const changed of [50, 5]) {
    const contest = await makeContest(installation.db, owner, { contestants: 50 });
    const [api, viewers] = await Promise.all([
      installation.api({
        entry: 'api-broadcasting.mjs',
        env: { BENCH_CONTEST: contest.id, BENCH_CHANGED: String(changed), BENCH_FIRST_COUNT: '2500000' },
      }),
      installation.client('viewers-process.mjs'),
    ]);
    const each = async (frames) => {
      const watch = { port: api.port, contestId: contest.id, count: 100, frames };
      await viewers.ask({ work: 'open', ...watch });
      await api.ask({ start: true });
      const { bytesPerSecond, perSecond } = await viewers.ask({ work: 'count', seconds });
      await api.ask({ start: false });
      await viewers.ask({ work: 'close' });
      return bytesPerSecond / perSecond / changed;
    };
    const [compact, json] = [await each('compact'), await each()];
    say(`${changed} changed: ${compact.toFixed(1)} bytes each as compact frame, ${json.toFixed(1)} as JSON`);
    rows.push(
      judged(`bytes to a viewer per contestant that changed, ${changed} at once`, 'bytes', compact, '≤ 25', {
        judged: compact.toFixed(1),
        note: `JSON: ${json.toFixed(1)}`,
      }),
    );
  }
  return rows;
}

/** Resident memory of the API with 5,000 idle viewers, per viewer. */
export async function memorySubject(installation, { say }) {
  const contest = await benchContest(installation);
  const [api, viewers] = await Promise.all([
    installation.api({ entry: 'api-collecting.mjs' }),
    installation.client('viewers-process.mjs'),
  ]);
  const settled = async () => {
    await api.ask({ collect: true });
    return residentBytes(api.pid);
  };
  // One round before: what the first connections make the process load and compile is not per viewer.
  await viewers.ask({ work: 'open', port: api.port, contestId: contest.id, count: 200 });
  await viewers.ask({ work: 'close' });
  const before = await settled();
  await viewers.ask({ work: 'open', port: api.port, contestId: contest.id, count: 5000 });
  const after = await settled();
  await viewers.ask({ work: 'close' });
  const each = (after - before) / 5000 / 1024;
  say(`${(before / 2 ** 20).toFixed(0)} MiB without, ${(after / 2 ** 20).toFixed(0)} MiB with 5,000 viewers`);
  return [judged('resident memory per idle viewer at 5,000', 'KiB', each, '≤ 20')];
}
