import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { childrenOf, cpuSeconds } from '../lib/processes.mjs';
import { judged, median } from '../lib/report.mjs';
import { castRequest, measure } from './cast.mjs';
import { logSizes } from './log-size.mjs';
import { makeContest, makeOwner } from '../load/data.mjs';

const LEAVES = 200_000;
const VOTES_PER_SECOND = 1_500;

/** The public log: hashing alone, then processor time and delay of the counted votes of one worker that writes logs and one that writes none. */
export async function logSubject(installation, { turns, seconds, say, buildDir }) {
  const built = (name) => import(pathToFileURL(join(buildDir, 'libs', 'transparency', 'src', name)).href);
  const leaves = await hashing(built, turns, say);
  const sizes = await logSizes(installation, { turns, say }, built);
  const owner = await makeOwner(installation.db, 'bench');
  const [api, client] = await Promise.all([installation.api(), installation.client('load-process.mjs')]);
  const found = { with: [], without: [] };
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, env] of Object.entries({ without: { LOG_SIGNING_KEY: '' }, with: {} })) {
      const contest = await makeContest(installation.db, owner, { contestants: 100 });
      const worker = await installation.worker({ env });
      // The logs of earlier turns are searched once when a worker starts.
      await sleep(3_000);
      const spent = await voting(
        installation,
        { worker, api, client, contest, seconds, hasLog: name === 'with' },
        say,
      );
      await worker.stop();
      say(`run ${turn + 1} ${name}: ${JSON.stringify(spent)}`);
      found[name].push(spent);
    }
  }
  const of = (name, what) => median(found[name].map((one) => one[what]));
  const times = of('with', 'drainMs') / of('without', 'drainMs');
  const row = (subject, what, unit) => ({
    subject: `${subject}, ${VOTES_PER_SECOND} votes/s`,
    unit,
    ours: of('with', what),
    limit: of('without', what),
    ratio: of('with', what) / of('without', what),
    note: 'limit: a worker that writes no log',
  });
  return [
    judged('log, entries written, hashed, put into tiles', 'leaves/s', leaves, '≥ 50,000/s'),
    ...sizes,
    { ...row('log, a vote’s row waits for its drain', 'drainMs', 'ms'), target: '≤ 1.3', met: times <= 1.3 },
    row('log, worker', 'workerMicros', 'µs of a core per vote'),
    row('log, PostgreSQL', 'databaseMicros', 'µs of a core per vote'),
    {
      subject: 'log, rows after the last vote until the checkpoint has all',
      unit: 'ms',
      ours: of('with', 'loggedMs'),
    },
  ];
}

async function hashing(built, turns, say) {
  const [{ canonical, entryOf }, { leafHash }, { TreeEdge }] = await Promise.all(
    ['entry.js', 'merkle.js', 'tree-edge.js'].map(built),
  );
  const salt = Buffer.alloc(32, 7);
  const rows = Array.from({ length: LEAVES }, (_, i) => ({
    vote_id: '0199aaaa-0000-7000-8000-000000000002',
    receipt_code: null,
    released: null,
    // Fixed when a vote is cast.
    voter: salt,
    ballot: null,
    kind: 'COUNT',
    contestant_id: '0199aaaa-0000-7000-8000-000000000001',
    votes: (i % 9) + 1,
    amount_pesewas: 0,
    method: 'FREE',
    channel: 'web',
    source: 'WEB',
    is_rehearsal: false,
    recorded_at: new Date(),
    cast_at: new Date(),
    voter_phone: `+23324${String(i).padStart(7, '0')}`,
    reference: null,
  }));
  const rates = [];
  for (let turn = 0; turn <= turns; turn++) {
    const edge = new TreeEdge(0, []);
    const began = performance.now();
    for (const row of rows) edge.append(leafHash(canonical(entryOf(row, salt))));
    edge.root();
    const rate = (1000 * LEAVES) / (performance.now() - began);
    // The first one compiles.
    if (turn) rates.push(rate);
  }
  say(`hashing: ${rates.map(Math.round).join(', ')} leaves/s`);
  return median(rates);
}

/** Cast at a rate until time is up, then wait until everything is drained and logged. */
async function voting({ db, platform }, { worker, api, client, contest, seconds, hasLog }, say) {
  const server = platform.service('postgres').pid;
  const before = { worker: cpuSeconds(worker.pid), database: databaseTimes(server) };
  const ages = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      ages.push(await oldestWaiting(db, contest));
      await sleep(20);
    }
  })();
  const result = await measure(
    client,
    api,
    { connections: 64, seconds, warmUp: 0, rate: VOTES_PER_SECOND, request: castRequest(contest) },
    say,
  );
  over.abort();
  await watching;
  const ended = performance.now();
  const one = async (text) => (await db.query(text, [contest.id])).rows[0]?.n ?? 0;
  const votes = () => one('SELECT count(*) AS n FROM vote_ledger WHERE contest_id = $1');
  const tallied = () => one('SELECT votes AS n FROM contest_tallies WHERE contest_id = $1');
  // A roster comes before them.
  const logged = () =>
    one('SELECT count(*) AS n FROM log_entries WHERE contest_id = $1 AND vote_id IS NOT NULL');
  const isDone = async () => {
    const count = await votes();
    return (await tallied()) === count && (!hasLog || (await logged()) === count);
  };
  while (!(await isDone())) await sleep(20);
  const loggedMs = performance.now() - ended;
  const count = await votes();
  const after = databaseTimes(server);
  const database = [...after].reduce((sum, [pid, time]) => sum + time - (before.database.get(pid) ?? 0), 0);
  return {
    perSecond: Math.round(result.perSecond),
    drainMs: median(ages),
    loggedMs: Math.round(loggedMs),
    workerMicros: (1e6 * (cpuSeconds(worker.pid) - before.worker)) / count,
    databaseMicros: (1e6 * database) / count,
  };
}

/** How long the oldest row of the outbox has waited, in ms; 0 when none waits. */
async function oldestWaiting(db, contest) {
  const { rows } = await db.query(
    `SELECT coalesce(1000 * extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float AS ms FROM tally_outbox WHERE contest_id = $1`,
    [contest.id],
  );
  return rows[0].ms;
}

const databaseTimes = (server) => new Map(childrenOf(server).map((pid) => [pid, cpuSeconds(pid)]));
