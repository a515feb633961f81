import { cpuSeconds } from '../lib/processes.mjs';
import { inTurns } from '../lib/report.mjs';
import { compileTextbook } from '../lib/textbook.mjs';
import { castsInto } from '../load/casts.mjs';
import { benchContest } from '../load/data.mjs';

let phones = 0;

/** Cast requests that never use one phone twice in a run. */
export function castRequest(contest, people = contest.people, keyed = true) {
  phones += 500_000;
  return { ...castsInto(contest), people, phoneBase: phones % 9_000_000, keyed };
}

/** Load on one server; refuses to call a run a result when something was refused. */
export async function measure(client, server, job, say) {
  const before = cpuSeconds(server.pid);
  const result = await client.ask({ port: server.port, warmUp: 1, ...job });
  const cpu = (cpuSeconds(server.pid) - before) / (job.seconds + (job.warmUp ?? 1));
  const refused = Object.entries(result.statuses).filter(([status]) => Number(status) >= 400);
  if (refused.length || result.errors)
    say?.(`${JSON.stringify(result.statuses)}, ${result.errors} broken connections: ${result.firstFailure}`);
  return { ...result, cpu };
}

/** Votes accepted durably, spread over 100 contestants, at three sizes; beside them the same app without its database, and the textbook. */
export async function castSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  const [ours, limit, textbook, client] = await Promise.all([
    installation.api(),
    installation.api({ entry: 'api-without-database.mjs', name: 'without-database' }),
    installation.server(await compileTextbook()),
    installation.client('load-process.mjs'),
  ]);
  const rows = [];
  for (const connections of [64, 256, 1_000]) {
    const cpu = {};
    const p99 = {};
    const one = (name, server) => async () => {
      const result = await measure(
        client,
        server,
        { connections, seconds, request: castRequest(contest) },
        say,
      );
      cpu[name] = result.cpu;
      p99[name] = result.latency.p99;
      return result.perSecond;
    };
    const found = await inTurns(
      { ours: one('ours', ours), limit: one('limit', limit), textbook: one('textbook', textbook) },
      turns,
      say,
    );
    const note = `cores used: ours ${cpu.ours.toFixed(2)}, limit ${cpu.limit.toFixed(2)}; p99 ${p99.ours.toFixed(0)} ms, textbook's ${p99.textbook.toFixed(0)}`;
    rows.push(
      ...castRows(`cast, ${connections} connections`, found, 8, { note, judged: connections < 1_000 }),
    );
  }
  return rows;
}

/** All votes for one contestant. */
export async function hotSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
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

/**
 * One API process against two that share the votes of one contest, on all cores: what a second process adds here, and that both
 * together lose nothing.
 */
export async function twoApisSubject(installation, { turns, seconds, say }) {
  const contest = await benchContest(installation);
  const anywhere = { cores: '' };
  const servers = [await installation.api(anywhere), await installation.api(anywhere)];
  const clients = await Promise.all(servers.map(() => installation.client('load-process.mjs')));
  let accepted = 0;
  const through = (some) => async () => {
    const results = await Promise.all(
      some.map((server, index) =>
        measure(
          clients[index],
          server,
          { connections: 256 / some.length, seconds, warmUp: 0, request: castRequest(contest) },
          say,
        ),
      ),
    );
    accepted += results.reduce((sum, { statuses }) => sum + (statuses[201] ?? 0), 0);
    return results.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  const found = await inTurns({ one: through(servers.slice(0, 1)), two: through(servers) }, turns, say);
  const { rows } = await installation.db.query(
    'SELECT count(*)::int AS votes FROM vote_ledger WHERE contest_id = $1',
    [contest.id],
  );
  // Those under way when a run ends are written and not waited for.
  if (rows[0].votes < accepted) throw new Error(`${accepted} votes accepted, ${rows[0].votes} in the ledger`);
  return [
    {
      subject: 'cast, two API processes ÷ one, 256 connections, all cores',
      unit: 'votes/s',
      ours: found.two.median,
      limit: found.one.median,
      ratio: found.two.median / found.one.median,
      note: `${accepted} votes accepted, ${rows[0].votes} in the ledger`,
    },
  ];
}

/** @param judged false where no target is set */
function castRows(subject, { ours, limit, textbook }, factor, { note = '', judged = true } = {}) {
  const against = (ratio, least) =>
    judged ? { ratio, target: `≥ ${least}`, met: ratio >= least } : { ratio };
  const shared = { unit: 'votes/s', ours: ours.median, limit: limit?.median, textbook: textbook.median };
  const rows = [];
  if (limit) {
    rows.push({
      subject: `${subject} ÷ without database`,
      ...shared,
      ...against(ours.median / limit.median, 0.5),
      note,
    });
  }
  rows.push({
    subject: `${subject} ÷ textbook`,
    ...shared,
    ...against(ours.median / textbook.median, factor),
  });
  return rows;
}
