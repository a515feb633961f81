import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { format } from './format.mjs';
import { rehearse } from './rehearse.mjs';

/**
 * `npm run rehearse`: a rehearsal whose report is written to a file.
 * @param options those of `rehearse`, and { databaseUrl, folder }
 * @returns {Promise<{ report: object, path: string }>}
 */
export async function rehearseFromCommand({ databaseUrl, folder, ...options }) {
  const db = openPool(databaseUrl);
  try {
    const report = await rehearse(db, options);
    return { report, path: write(folder, report) };
  } finally {
    await db.end();
  }
}

/** One connection; another one when it breaks. */
function openPool(connectionString) {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    application_name: 'abato-rehearse',
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
  });
  // Without listeners, one that breaks would end the process: the pool listens to idle ones only.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function write(folder, report) {
  mkdirSync(folder, { recursive: true });
  const name = `rehearsal-${report.began.slice(0, 19).replace(/[:T]/g, '-')}`;
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  const path = join(folder, `${name}.md`);
  writeFileSync(path, asMarkdown(report));
  return path;
}

/** The report as a person reads it. */
export function asMarkdown({ url, began, verdict, asked, votes, viewers, milliseconds }) {
  const line = (name, figures) =>
    `| ${name} | ${['p50', 'p90', 'p95', 'p99', 'p999', 'max'].map((key) => format(figures[key])).join(' | ')} |`;
  return `# Load rehearsal

**${verdict.text}**${verdict.reasons.map((reason) => `\n- ${reason}`).join('')}

${url}, ${began}: ${asked.votesPerSecond} votes/s (${asked.shape.toLowerCase()}), ${asked.viewers} viewers, ${asked.minutes} minutes, ${asked.contestants} contestants.

- Votes: ${votes.sent} sent, ${votes.accepted} accepted (${format(votes.perSecond)}/s), ${votes.refused} refused, ${votes.unanswered} never answered, ${votes.brokenConnections} broken connections (${votes.closedIdle} more were closed after a rest and opened again); ${votes.counted} counted: **${votes.noneLost ? 'none lost' : 'VOTES ARE MISSING'}**.
- Viewers: ${viewers.lost} lost their connection; ${viewers.allUpToDate ? 'every screen showed the final count' : 'NOT every screen showed the final count'}.
${votes.firstFailure ? `- First failure: ${votes.firstFailure}\n` : ''}
| milliseconds | p50 | p90 | p95 | p99 | p99.9 | max |
| --- | --- | --- | --- | --- | --- | --- |
${line('from when a vote was due until its answer', milliseconds.answer)}
${line('from the answer until it stood on each screen', milliseconds.screen)}
`;
}
