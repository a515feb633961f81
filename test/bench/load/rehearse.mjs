import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { castMaker, castsInto } from './casts.mjs';
import { idAt, makeContest, makeOwner } from './data.mjs';
import { verdictOf } from './verdict.mjs';
import { castAndWatch, Viewers } from './viewers.mjs';

/** Connections that votes come over; phones and proxies keep theirs alive. */
const CONNECTIONS = 256;
const COUNTED_WITHIN_MS = 30_000;
const VISIBLE_WITHIN_MS = 10_000;
/** What connecting, the last answers and counting may take beyond the time of the load, before its contest ends by itself. */
const OPEN_BEYOND_MINUTES = 30;

/**
 * Votes and viewers on a running installation, in a contest of its own: flagged as a rehearsal (no limits, in no list and no statistic), free,
 * and archived afterwards. Where that fails, or this process is killed, it ends by itself and the next rehearsal archives it.
 * @param db of that installation, with `query(text, values)` that gives `{ rows }`
 * @param options { url, votesPerSecond, viewers, minutes, contestants, shape, signal, say }: `signal` ends everything at once
 * @returns {Promise<object>} the report
 * @throws the reason of `signal`; a `Problem` when the installation does not show the contest
 */
export async function rehearse(db, options) {
  const { signal, say, ...asked } = options;
  const { url, votesPerSecond, minutes } = asked;
  const began = new Date();
  const contestId = idAt();
  const viewers = new Viewers({ url, contestId, count: asked.viewers, follow: true });
  const ended = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const untilEnded = (work) => Promise.race([work, ended]);
  ended.catch(() => viewers.close());
  try {
    signal.throwIfAborted();
    const owner = await makeOwner(db, 'Load rehearsal', { hidden: true });
    const contest = await makeContest(db, owner, {
      id: contestId,
      contestants: asked.contestants,
      title: `Load rehearsal of ${began.toISOString()}`,
      rehearsal: true,
      minutes: minutes + OPEN_BEYOND_MINUTES,
    });
    await untilEnded(expectVisible(url, contestId));
    say(`contest ${contestId} is open; ${asked.viewers} viewers connect`);
    await untilEnded(viewers.open());
    say(`${votesPerSecond} votes/s for ${minutes} minutes`);
    const result = await untilEnded(
      castAndWatch(viewers, {
        url,
        signal,
        shape: asked.shape,
        rate: votesPerSecond,
        seconds: minutes * 60,
        connections: CONNECTIONS,
        next: castMaker(castsInto(contest)),
        onProgress: ({ accepted, refused, closed }) =>
          say(`${accepted} votes accepted, ${refused} refused, ${closed} viewers lost`),
      }),
    );
    const counted = await untilEnded(waitCounted(db, contestId, result.accepted));
    // A vote without an answer may be counted all the same, an accepted one is never not counted.
    const noneLost = counted >= result.accepted;
    const report = { url, began: began.toISOString(), contestId, asked, ...result, counted, noneLost };
    return { ...report, verdict: verdictOf(report) };
  } finally {
    viewers.close();
    await archive(db, contestId).then(
      () => say('the contest is archived'),
      // What was measured is worth more.
      ({ message }) => say(`the contest is not archived yet, the next rehearsal does it: ${message}`),
    );
  }
}

/** One connection; another one when it breaks. Without listeners, one that breaks would end the process. */
export function openPool(connectionString) {
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 15_000 };
  const pool = new pg.Pool({ connectionString, max: 1, application_name: 'abato-rehearse', ...limits });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Takes the contest of this rehearsal away from everyone, and those of earlier ones that were killed. */
async function archive(db, contestId) {
  await db.query(
    `UPDATE contests SET status = 'ENDED', ended_at = coalesce(ended_at, now()), archived_at = now(), updated_at = now()
     WHERE is_rehearsal AND archived_at IS NULL AND (id = $1 OR end_date < now())`,
    [contestId],
  );
}

async function expectVisible(url, contestId) {
  const answer = await fetch(new URL(`/api/contests/${contestId}/public`, url), {
    signal: AbortSignal.timeout(VISIBLE_WITHIN_MS),
  });
  if (answer.ok) return;
  const message = `${url} does not show the rehearsal's contest (${answer.status}): is its database another one?`;
  throw Object.assign(new Error(message), { name: 'Problem' });
}

/** A database that is away for a moment must not cost what was measured. */
async function waitCounted(db, contestId, accepted) {
  const deadline = Date.now() + COUNTED_WITHIN_MS;
  for (;;) {
    const found = db.query('SELECT votes FROM contest_tallies WHERE contest_id = $1', [contestId]);
    const { rows } = await found.catch((error) => {
      if (Date.now() > deadline) throw error;
      return { rows: [] };
    });
    const votes = Number(rows[0]?.votes ?? 0);
    if (votes >= accepted || Date.now() > deadline) return votes;
    await sleep(100);
  }
}

/** The report as a person reads it. */
export function asMarkdown(report) {
  const { url, began, asked, verdict, latency, screen } = report;
  const percentiles = ['p50', 'p90', 'p95', 'p99', 'p999', 'max'];
  const line = (name, figures) =>
    `| ${name} | ${percentiles.map((key) => figures[key].toFixed(1)).join(' | ')} |`;
  return `# Load rehearsal

**${verdict.text}**${verdict.reasons.map((reason) => `\n- ${reason}`).join('')}

${url}, ${began}: ${asked.votesPerSecond} votes/s (${asked.shape.toLowerCase()}), ${asked.viewers} viewers, ${asked.minutes} minutes, ${asked.contestants} contestants.

- Votes: ${report.sent} sent, ${report.accepted} accepted (${report.perSecond.toFixed(1)}/s), ${report.refused} refused, ${report.unanswered} never answered, ${report.errors} broken connections; ${report.counted} counted: **${report.noneLost ? 'none lost' : 'VOTES ARE MISSING'}**.
- Viewers: ${report.closed} lost their connection; ${report.upToDate ? 'every screen showed the final count' : 'NOT every screen showed the final count'}.
${report.firstFailure ? `- First failure: ${report.firstFailure}\n` : ''}
| milliseconds | p50 | p90 | p95 | p99 | p99.9 | max |
| --- | --- | --- | --- | --- | --- | --- |
${line('from when a vote was due until its answer', latency)}
${line('from the answer until it stood on each screen', screen)}
`;
}
