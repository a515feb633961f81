import { SLOW } from './run.mjs';

/** Being slow is no wrong in the books: it is shown by the times. */
const wrongsOf = ({ violations }) => violations.filter(({ invariant }) => invariant !== SLOW).length;

const seconds = (ms) => (ms === Infinity ? 'never' : Number.isFinite(ms) ? (ms / 1000).toFixed(1) : '–');

/** One finished run, as a person reads it while more are coming. */
export function seedLine({ seed, scenarios, notes, violations, recoveryMs, votes, seconds: took }) {
  const outcome = violations.length ? `${violations.length} VIOLATIONS` : 'ok';
  const note = notes.length ? ` (${notes.join('; ')})` : '';
  return (
    `seed ${seed} ${scenarios.join(' + ')}${note}: ${outcome}; ${votes.acknowledged} votes acknowledged, ${votes.refused} refused, ` +
    `${votes.unknown} unknown, ${votes.payments} payments; votes taken again after ${seconds(recoveryMs.taken)} s, shown after ` +
    `${seconds(recoveryMs.shown)} s; ${took.toFixed(0)} s`
  );
}

export function seedsTable({ seeds, orphans }) {
  if (!seeds.length) return '';
  const byName = new Map();
  for (const result of seeds) {
    for (const name of result.scenarios) byName.set(name, [...(byName.get(name) ?? []), result]);
  }
  const lines = [...byName].map(([name, results]) => {
    const most = (key) => seconds(Math.max(...results.map(({ recoveryMs }) => recoveryMs[key])));
    const violations = results.reduce((sum, one) => sum + wrongsOf(one), 0);
    return `| ${name} | ${results.length} | ${violations} | ${most('taken')} | ${most('shown')} |`;
  });
  const sum = (read) => seeds.reduce((total, one) => total + read(one), 0);
  return `${seeds.length} seeds (${seeds[0].seed} to ${seeds.at(-1).seed}), ${sum(wrongsOf)} violations, ${orphans.length} orphan files; ${sum(({ votes }) => votes.acknowledged)} votes acknowledged, ${sum(({ votes }) => votes.unknown)} without an answer, ${sum(({ votes }) => votes.payments)} payments.

| what happened | seeds | violations | taken again after (s, max) | shown again after (s, max) |
| --- | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`;
}

export function plantedTable({ planted }) {
  if (!planted.length) return '';
  const lines = planted.map(
    ({ name, caught }) =>
      `| ${name} | ${caught.length ? 'yes' : '**no**'} | ${[...new Set(caught.map(({ invariant }) => invariant))].join('; ')} |`,
  );
  return `| planted bug | caught | by |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

export function overloadTable({ overload }) {
  if (!overload) return '';
  const {
    peakPerSecond,
    sent,
    accepted,
    refused,
    notSent,
    latency,
    residentMb,
    normalMs,
    headers,
    violations,
  } = overload;
  const rows = [
    ['peak of one API beside its load generator', `${peakPerSecond} votes/s`],
    ['sent', sent],
    ['due, but every connection was waiting for an answer', notSent],
    ['accepted', accepted],
    [
      'refused with 503',
      `${refused}; Retry-After on ${headers.withRetryAfter} of ${headers.refused} looked at`,
    ],
    [
      'latency of accepted ones',
      `p50 ${latency.p50.toFixed(0)} ms, p99 ${latency.p99.toFixed(0)} ms, max ${latency.max.toFixed(0)} ms`,
    ],
    ['memory of the API, most', `${residentMb.toFixed(0)} MB`],
    ['normal again after', `${seconds(normalMs)} s`],
    ['violations', violations.length],
  ];
  return `| three times the peak | |\n| --- | --- |\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}
