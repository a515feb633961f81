import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logs } from './log-checks.mjs';
import { apis, screens } from './shown-checks.mjs';

/**
 * What must hold after whatever has happened, once everything is well again and quiet. Each invariant is a function of the scene
 * that returns what is wrong, in words; an empty list means that it holds.
 */
export const INVARIANTS = {
  'every acknowledged vote is written once, as it was cast': acknowledged,
  'a vote without an answer has no effect or one, a refused one none': unacknowledged,
  'nothing is counted twice or without a voter': noInventions,
  'tallies equal the ledger, votes and payments agree with it': talliesAndLedger,
  'every API and every page shows what the ledger says': apis,
  'the last frame of every screen shows what the ledger says': screens,
  'no frame was ahead of the database or showed what is hidden': frames,
  'no answer showed a hidden count': answers,
  'every request was for the process it was sent to': routes,
  'each completed payment has its one COUNT row': payments,
  'the provider’s money is completed, refunded or held': money,
  'nothing pending is unwatched': watched,
  'inbox, outbox and mails are worked off': drained,
  'the public log of each contest is its ledger, and what was signed': logs,
  'every process serves': serving,
  'no process ended by a mistake of its own': alive,
};

/**
 * @param scene { installation, contests, traffic, viewers }
 * @returns {Promise<{ invariant: string, wrong: string }[]>} violations; empty when all hold
 */
export async function check(scene) {
  const violations = [];
  for (const [invariant, test] of Object.entries(INVARIANTS)) {
    let wrongs;
    try {
      wrongs = await test(scene);
    } catch (error) {
      wrongs = [`it could not be judged: ${error.message}`];
    }
    for (const wrong of wrongs.slice(0, 5)) violations.push({ invariant, wrong });
    if (wrongs.length > 5) violations.push({ invariant, wrong: `… and ${wrongs.length - 5} more` });
  }
  return violations;
}

/** @param sql has the ids of the run's contests as `$1` */
async function rows({ installation, contests }, sql) {
  return (await installation.db.query(sql, [Object.values(contests).map(({ id }) => id)])).rows;
}

/** Votes and their COUNT rows, by idempotency key. */
async function written(scene) {
  const found = await rows(
    scene,
    `SELECT v.idempotency_key AS key, v.id, v.contest_id, v.contestant_id, v.vote_count, v.price_pesewas,
       (SELECT count(*) FROM vote_ledger l WHERE l.vote_id = v.id AND l.kind = 'COUNT') AS counts,
       (SELECT sum(votes) FROM vote_ledger l WHERE l.vote_id = v.id) AS net
     FROM votes v WHERE v.contest_id = ANY($1)`,
  );
  const byKey = new Map();
  for (const row of found) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  return byKey;
}

async function acknowledged(scene) {
  const votes = await written(scene);
  const wrongs = [];
  for (const [key, told] of scene.traffic.votes) {
    if (told.state !== 'acknowledged') continue;
    const found = votes.get(key) ?? [];
    const [row] = found;
    if (found.length !== 1)
      wrongs.push(`vote ${told.voteId} was acknowledged and is written ${found.length} times`);
    else if (row.id !== told.voteId)
      wrongs.push(`vote ${told.voteId} was acknowledged, ${row.id} is written`);
    else if (
      row.contest_id !== told.contest.id ||
      row.contestant_id !== told.contestant ||
      row.vote_count !== told.votes
    )
      wrongs.push(`vote ${row.id} is written otherwise than it was cast`);
    else if (row.price_pesewas === 0 && (row.counts !== 1 || Number(row.net) !== told.votes))
      wrongs.push(
        `the free vote ${row.id} over ${told.votes} has ${row.counts} COUNT rows over ${row.net ?? 0}`,
      );
  }
  return wrongs;
}

async function unacknowledged(scene) {
  const votes = await written(scene);
  const wrongs = [];
  for (const [key, told] of scene.traffic.votes) {
    const found = votes.get(key) ?? [];
    const counts = found.reduce((sum, row) => sum + row.counts, 0);
    if (told.state === 'unknown' && (found.length > 1 || counts > 1))
      wrongs.push(
        `a vote without an answer is written ${found.length} times and counted ${counts} times (key ${key})`,
      );
    if (told.state === 'refused' && found.length)
      wrongs.push(`a vote refused with ${told.status} ${told.code} is written as ${found[0].id}`);
  }
  return wrongs;
}

async function noInventions(scene) {
  const votes = await written(scene);
  const wrongs = [...votes]
    .filter(([key]) => !scene.traffic.votes.has(key))
    .map(([key]) => `nobody cast the vote with key ${key}`);
  for (const [key, found] of votes)
    if (found.length > 1) wrongs.push(`the key ${key} is written ${found.length} times`);
  const twice = await rows(
    scene,
    `SELECT vote_id, kind, count(*) AS count FROM vote_ledger WHERE contest_id = ANY($1) GROUP BY 1, 2 HAVING count(*) > 1`,
  );
  return wrongs.concat(twice.map((row) => `vote ${row.vote_id} has ${row.count} ${row.kind} rows`));
}

/** The recount and the comparison of the books that operators use (`admin verify-tallies`). */
async function talliesAndLedger({ installation, contests }) {
  const folder = join(installation.buildDir, 'apps', 'admin', 'src', 'verify');
  const [recount, books] = ['recount.sql', 'books.sql'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  const client = await installation.db.connect();
  const wrongs = [];
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    for (const [name, { id }] of Object.entries(contests)) {
      for (const row of (await client.query(recount, [id])).rows) {
        wrongs.push(
          `${name} contest, ${row.tally} ${row.key} ${row.figure}: the ledger says ${row.booked}, the tally says ${row.tallied}`,
        );
      }
      for (const row of (await client.query(books, [id])).rows)
        wrongs.push(`${name} contest: ${row.number} ${row.mistake}, for example ${row.examples.join(', ')}`);
    }
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
  return wrongs;
}

function frames({ viewers }) {
  return [...new Set(viewers.wrongs)];
}

function answers({ traffic }) {
  return [...new Set(traffic.leaks)];
}

function routes({ traffic }) {
  return [...new Set(traffic.misrouted)];
}

async function payments(scene) {
  const found = await rows(
    scene,
    `SELECT p.reference, p.state, (SELECT count(*) FROM vote_ledger l WHERE l.payment_id = p.id AND l.kind = 'COUNT') AS counts,
       (SELECT count(*) FROM payments o WHERE o.vote_id = p.vote_id AND o.state IN ('COMPLETED', 'DISPUTED')) AS successes
     FROM payments p WHERE p.contest_id = ANY($1)`,
  );
  return found.flatMap(({ reference, state, counts, successes }) => {
    const wanted =
      state === 'COMPLETED' || state === 'DISPUTED'
        ? 1
        : state === 'REVERSED' || state === 'REFUNDED'
          ? counts
          : 0;
    const wrongs = counts === wanted ? [] : [`payment ${reference} is ${state} and has ${counts} COUNT rows`];
    return successes > 1
      ? [...wrongs, `the vote of payment ${reference} was paid ${successes} times`]
      : wrongs;
  });
}

const RETURNING = new Set([
  'DUPLICATE_PAID',
  'LATE_PAID',
  'REFUND_DUE',
  'REFUNDING',
  'REFUND_ATTENTION',
  'REFUNDED',
  'REVERSED',
]);

/** The simulator keeps books of its own about what people really paid. */
async function money(scene) {
  const { byReference } = await (await fetch(`${scene.installation.simulatorUrl}/simulator/ledger`)).json();
  const ours = await rows(
    scene,
    'SELECT reference, state, amount_pesewas FROM payments WHERE contest_id = ANY($1)',
  );
  return ours.flatMap(({ reference, state, amount_pesewas: amount }) => {
    const { paid = 0, net = 0 } = byReference[reference] ?? {};
    const counted = state === 'COMPLETED' || state === 'DISPUTED';
    if (counted && net !== amount)
      return [`${reference} is ${state} over ${amount}, the provider has ${net}`];
    if (state === 'REFUNDED' && net !== 0) return [`${reference} is REFUNDED, the provider still has ${net}`];
    if (!counted && net > 0 && state !== 'REVIEW' && !RETURNING.has(state))
      return [`the provider took ${paid} for ${reference}, which is ${state}`];
    return [];
  });
}

async function watched(scene) {
  const forgotten = await rows(
    scene,
    `SELECT reference, state FROM payments WHERE contest_id = ANY($1) AND next_check_at IS NULL
       AND state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'EXPIRED')`,
  );
  const unpaid = await rows(
    scene,
    `SELECT r.id, r.status FROM refunds r JOIN payments p ON p.id = r.payment_id
     WHERE p.contest_id = ANY($1) AND r.status IN ('DUE', 'SENT', 'ACCEPTED') AND r.next_attempt_at IS NULL`,
  );
  return [
    ...forgotten.map(({ reference, state }) => `nobody asks about ${reference}, which is ${state}`),
    ...unpaid.map(({ id, status }) => `nobody follows the refund ${id}, which is ${status}`),
  ];
}

/** A mail whose worker died while sending it waits two minutes for the next try: it must have one. */
async function drained(scene) {
  const [left] = await rows(
    scene,
    `SELECT (SELECT count(*) FROM tally_outbox WHERE contest_id = ANY($1)) AS outbox,
       (SELECT count(*) FROM webhook_inbox i WHERE processed_at IS NULL
          AND EXISTS (SELECT FROM payments p WHERE p.reference = i.reference AND p.contest_id = ANY($1))) AS inbox,
       (SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL AND next_attempt_at < now() - interval '30 seconds') AS mails`,
  );
  return Object.entries(left)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${number} rows are left in the ${name}`);
}

/** A process may be killed; an error that nobody caught is a mistake, whatever the network did. */
function alive({ installation }) {
  return installation.lastWords;
}

async function serving({ installation }) {
  const wrongs = [];
  for (const name of installation.processes) {
    const answer = await fetch(
      `http://127.0.0.1:${installation.ports[`${name} metrics`]}/health/ready`,
    ).catch(() => null);
    if (!answer?.ok) wrongs.push(`${name} is not ready: ${answer ? await answer.text() : 'no answer'}`);
  }
  return wrongs;
}
