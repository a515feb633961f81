import { makeContest, makeOwner } from '../lib/data.mjs';
import { Histogram } from '../lib/histogram.mjs';
import { cpuSeconds } from '../lib/processes.mjs';
import { inTurns } from '../lib/report.mjs';
import { compileTextbook } from '../lib/textbook.mjs';

let phones = 0;

/** Cast requests that never use one phone twice in a run. */
export function castRequest(contest, people = contest.people, keyed = true) {
  phones += 500_000;
  return {
    kind: 'cast',
    path: '/api/votes/cast',
    contestId: contest.id,
    people,
    phoneBase: phones % 9_000_000,
    keyed,
  };
}

/** Load on one server; refuses to call a run a result when something was refused. */
export async function measure(client, server, job, say) {
  const before = cpuSeconds(server.pid);
  const result = await client.ask({ port: server.port, warmUp: 1, ...job });
  const cpu = (cpuSeconds(server.pid) - before) / (job.seconds + (job.warmUp ?? 1));
  const latency = new Histogram().add(result.latency).summary();
  const refused = Object.entries(result.statuses).filter(([status]) => Number(status) >= 400);
  if (refused.length || result.errors) {
    say?.(`${JSON.stringify(result.statuses)}, ${result.errors} broken connections: ${result.firstFailure}`);
  }
  return { ...result, latency, cpu };
}

/** Votes accepted durably, spread over 100 contestants, at two sizes; beside them the same app without its database, and the textbook. */
export async function castSubject(installation, { turns, seconds, say }) {
  const owner = await makeOwner(installation.db, 'bench');
  const contest = await makeContest(installation.db, owner, { contestants: 100 });
  const [ours, limit, textbook, client] = await Promise.all([
    installation.api(),
    installation.api({ entry: 'api-without-database.mjs', name: 'without-database' }),
    installation.server(await compileTextbook()),
    installation.client('load-process.mjs'),
  ]);
  const rows = [];
  for (const connections of [64, 256]) {
    const cpu = {};
    const one = (name, server) => async () => {
      const result = await measure(
        client,
        server,
        { connections, seconds, request: castRequest(contest) },
        say,
      );
      cpu[name] = result.cpu;
      return result.perSecond;
    };
    const found = await inTurns(
      { ours: one('ours', ours), limit: one('limit', limit), textbook: one('textbook', textbook) },
      turns,
      say,
    );
    rows.push(...castRows(`cast, ${connections} connections`, found, 8, cpu));
  }
  return rows;
}

/** All votes for one contestant. */
export async function hotSubject(installation, { turns, seconds, say }) {
  const owner = await makeOwner(installation.db, 'bench');
  const contest = await makeContest(installation.db, owner, { contestants: 100 });
  const [ours, textbook, client] = await Promise.all([
    installation.api(),
    installation.server(await compileTextbook()),
    installation.client('load-process.mjs'),
  ]);
  const hot = contest.people.slice(0, 1);
  const one = (server) => async () =>
    (await measure(client, server, { connections: 64, seconds, request: castRequest(contest, hot) }, say))
      .perSecond;
  const found = await inTurns({ ours: one(ours), textbook: one(textbook) }, turns, say);
  return castRows('cast, one hot contestant, 64 connections', found, 20);
}

function castRows(subject, { ours, limit, textbook }, factor, cpu) {
  const note = cpu ? `cores used: ours ${cpu.ours.toFixed(2)}, limit ${cpu.limit.toFixed(2)}` : '';
  const shared = { unit: 'votes/s', ours: ours.median, limit: limit?.median, textbook: textbook.median };
  const rows = [];
  if (limit) {
    const ratio = ours.median / limit.median;
    rows.push({
      subject: `${subject} ÷ without database`,
      ...shared,
      ratio,
      target: '≥ 0.5',
      met: ratio >= 0.5,
      note,
    });
  }
  const ratio = ours.median / textbook.median;
  rows.push({
    subject: `${subject} ÷ textbook`,
    ...shared,
    ratio,
    target: `≥ ${factor}`,
    met: ratio >= factor,
  });
  return rows;
}
