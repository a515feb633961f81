import { benchContest } from '../load/data.mjs';
import { cpuSeconds } from '../lib/processes.mjs';
import { inTurns } from '../lib/report.mjs';

const VIEWERS = 2_000;
/** Reads of one run, and how many are under way at a time. */
const READS = 2_000;
const READERS = 16;

/**
 * What people who open a contest cost its processes: live connections that are admitted and watch it, its page, and its public answer. Judged by
 * processor time and not by the clock, so that the clients, which share the other cores, do not decide.
 */
export async function doorSubject(installation, { turns, say }) {
  const contest = await benchContest(installation);
  const [api, viewers] = await Promise.all([installation.api(), installation.client('viewers-process.mjs')]);
  const perCore = async (count, work) => {
    const before = cpuSeconds(api.pid);
    await work();
    return count / (cpuSeconds(api.pid) - before);
  };
  const watch = { frames: 'compact', port: api.port, contestId: contest.id, count: VIEWERS };
  const admitted = async () => {
    const figure = await perCore(VIEWERS, () => viewers.ask({ work: 'open', ...watch }));
    await viewers.ask({ work: 'close' });
    return figure;
  };
  const read = (path) => () => perCore(READS, () => readAll(`http://127.0.0.1:${api.port}${path}`));
  const subjects = {
    sockets: admitted,
    pages: read(`/contests/${contest.id}`),
    answers: read(`/api/contests/${contest.id}/public`),
  };
  // One round before: what the first requests make the process load and compile is not what one more costs.
  for (const each of Object.values(subjects)) await each();
  const found = await inTurns(subjects, turns, say);
  return [
    ['live connections admitted that watch a contest', found.sockets],
    ['pages of a contest with 100 contestants, compressed', found.pages],
    ['public answers of it, compressed', found.answers],
  ].map(([subject, { median, runs }]) => ({
    subject,
    unit: 'per second of a core',
    ours: median,
    note: `${Math.round(Math.min(...runs))} to ${Math.round(Math.max(...runs))}`,
  }));
}

/** As browsers ask: `fetch` says that it takes compressed answers. */
async function readAll(url) {
  let left = READS;
  const reader = async () => {
    while (left-- > 0) {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
}
