import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeContest, makeOwner } from './lib/data.mjs';
import { Histogram } from './lib/histogram.mjs';
import { Child } from './lib/processes.mjs';
import { format } from './lib/report.mjs';
import { verdictOf } from './lib/verdict.mjs';

const VIEWERS_PROCESS = fileURLToPath(new URL('lib/viewers-process.mjs', import.meta.url));
/** Connections that votes come over; phones and proxies keep theirs alive. */
const CONNECTIONS = 256;
const COUNTED_WITHIN_MS = 30_000;

/**
 * Votes and viewers on a running installation, in a contest of its own: flagged as a rehearsal (no limits, in no list and no
 * statistic) and archived afterwards, whatever happens.
 * @param options { url, databaseUrl, votesPerSecond, viewers, minutes, contestants, folder, say }
 * @returns {Promise<{ report: object, path: string }>}
 */
export async function rehearse(options) {
  const { say } = options;
  pg.defaults.parseInt8 = true;
  const db = new pg.Client({ connectionString: options.databaseUrl });
  await db.connect();
  const child = new Child('viewers', [VIEWERS_PROCESS], { env: process.env });
  let contest;
  const began = new Date();
  try {
    const owner = await makeOwner(db, 'Load rehearsal', { hidden: true });
    contest = await makeContest(db, owner, {
      contestants: options.contestants,
      title: `Load rehearsal of ${began.toISOString()}`,
      rehearsal: true,
    });
    await child.ready();
    await expectVisible(options.url, contest.id);
    const place = placeOf(options.url);
    say(`contest ${contest.id} is open; ${options.viewers} viewers connect`);
    await child.ask({
      work: 'open',
      ...place,
      path: '/socket.io/?EIO=4&transport=websocket',
      contestId: contest.id,
      count: options.viewers,
      follow: true,
    });
    say(`${options.votesPerSecond} votes/s for ${options.minutes} minutes`);
    const request = {
      kind: 'cast',
      path: '/api/votes/cast',
      contestId: contest.id,
      people: contest.people,
      keyed: true,
    };
    const result = await child.ask(
      {
        work: 'lag',
        ...place,
        request,
        rate: options.votesPerSecond,
        seconds: options.minutes * 60,
        connections: CONNECTIONS,
      },
      ({ accepted, refused, closed }) =>
        say(`${accepted} votes accepted, ${refused} refused, ${closed} viewers lost`),
    );
    const counted = await waitCounted(db, contest.id, result.accepted);
    const report = summarise(options, began, contest, result, counted);
    return { report, path: write(options.folder, began, report) };
  } finally {
    await child.stop();
    if (contest) {
      await db.query(
        `UPDATE contests SET status = 'ENDED', ended_at = now(), archived_at = now(), updated_at = now() WHERE id = $1`,
        [contest.id],
      );
      say('the contest is archived');
    }
    await db.end();
  }
}

function placeOf(text) {
  const url = new URL(text);
  const secure = url.protocol === 'https:';
  return {
    host: url.hostname === 'localhost' ? '127.0.0.1' : url.hostname,
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
  };
}

async function expectVisible(url, contestId) {
  const answer = await fetch(new URL(`/api/contests/${contestId}/public`, url));
  if (!answer.ok)
    throw Object.assign(
      new Error(
        `${url} does not show the rehearsal's contest (${answer.status}): is DATABASE_URL the database of that installation?`,
      ),
      { name: 'Problem' },
    );
}

async function waitCounted(db, contestId, accepted) {
  const deadline = Date.now() + COUNTED_WITHIN_MS;
  for (;;) {
    const { rows } = await db.query('SELECT votes FROM contest_tallies WHERE contest_id = $1', [contestId]);
    const votes = rows[0]?.votes ?? 0;
    if (votes >= accepted || Date.now() > deadline) return votes;
    await sleep(100);
  }
}

function summarise(options, began, contest, result, counted) {
  const [answer, screen] = [result.answer, result.screen].map((message) =>
    new Histogram().add(message).summary(),
  );
  const report = {
    url: options.url,
    began: began.toISOString(),
    contestId: contest.id,
    asked: {
      votesPerSecond: options.votesPerSecond,
      viewers: options.viewers,
      minutes: options.minutes,
      contestants: contest.people.length,
    },
    votes: {
      sent: result.sent,
      accepted: result.accepted,
      refused: result.refused,
      brokenConnections: result.broken,
      // The server closes a connection that asked nothing for 72 seconds; the next vote opens another one.
      closedIdle: result.closedIdle,
      perSecond: result.perSecond,
      counted,
      // What was on its way when the clock stopped may be counted without having been seen as accepted, never the other way.
      noneLost: counted >= result.accepted,
      statuses: result.statuses,
      firstFailure: result.firstFailure,
    },
    viewers: { lost: result.closed, allUpToDate: result.upToDate },
    milliseconds: { answer, screen },
  };
  return { ...report, verdict: verdictOf(report) };
}

function write(folder, began, report) {
  mkdirSync(folder, { recursive: true });
  const name = `rehearsal-${began.toISOString().slice(0, 19).replace(/[:T]/g, '-')}`;
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  const path = join(folder, `${name}.md`);
  writeFileSync(path, asMarkdown(report));
  return path;
}

/** The report as a person reads it. */
export function asMarkdown({ url, began, verdict, asked, votes, viewers, milliseconds }) {
  const line = (name, figures) =>
    `| ${name} | ${['p50', 'p90', 'p99', 'p999', 'max'].map((key) => format(figures[key])).join(' | ')} |`;
  return `# Load rehearsal

**${verdict.text}**${verdict.reasons.map((reason) => `\n- ${reason}`).join('')}

${url}, ${began}: ${asked.votesPerSecond} votes/s, ${asked.viewers} viewers, ${asked.minutes} minutes, ${asked.contestants} contestants.

- Votes: ${votes.sent} sent, ${votes.accepted} accepted (${format(votes.perSecond)}/s), ${votes.refused} refused, ${votes.brokenConnections} broken connections (${votes.closedIdle} more were closed after a rest and opened again); ${votes.counted} counted: **${votes.noneLost ? 'none lost' : 'VOTES ARE MISSING'}**.
- Viewers: ${viewers.lost} lost their connection; ${viewers.allUpToDate ? 'every screen showed the final count' : 'NOT every screen showed the final count'}.
${votes.firstFailure ? `- First failure: ${votes.firstFailure}\n` : ''}
| milliseconds | p50 | p90 | p99 | p99.9 | max |
| --- | --- | --- | --- | --- | --- |
${line('from when a vote was due until its answer', milliseconds.answer)}
${line('from the answer until it stood on each screen', milliseconds.screen)}
`;
}
