import { signersOf } from '../lib/signers.mjs';
import { honestPhone, PREFIX } from '../lib/stuffing-process.mjs';
import { makeContest, makeOwner } from '../load/data.mjs';

/** Of the 5,000 in ten minutes that the target names, as many as fit into the run. */
const HONEST_PER_SECOND = 5_000 / 600;
/** Votes that an attacker may get into an open contest in ten minutes. */
const OPEN_TARGET = 300;
const TARGET_SECONDS = 600;
/** The limits that contests have unless they say otherwise. */
const DEFAULTS = { freePerHour: 10, contestants: 4 };

/** Voters behind one address of a carrier, however short the run. */
const CROWD = 500;

/** Levels and the attacker's addresses; the last but one says what the rules do not stop. */
const RUNS = [
  ['OPEN', 'one IPv4 address'],
  ['OPEN', 'an IPv4 pool'],
  ['OPEN', 'an IPv6 /32'],
  ['OPEN', 'all of these'],
  ['PHONE', 'all of these'],
  ['OPEN', 'one Ghanaian address'],
  ['OPEN', 'a Ghanaian pool'],
  ['OPEN', 'one Ghanaian address, with tokens'],
  ['OPEN', 'one Ghanaian address', 'and all honest voters behind another one'],
];

/**
 * One machine that stuffs a free contest with default settings: invented numbers, ten votes with each, person checks solved on all cores it
 * gets; honest voters behind ten addresses of a carrier beside it, or 500 behind one. Honest browsers fetch their token with the page. `--seconds 600` is the run that the targets are about, and takes an hour;
 * `STUFFING_RUNS=4,5` names some runs only.
 */
export async function stuffingSubject(installation, { seconds, say }) {
  const owner = await makeOwner(installation.db, 'bench');
  const env = { TRUSTED_PROXIES: '127.0.0.1', VOTE_LIMITS: 'standard' };
  const api = await installation.api({ env });
  const [attacker, voters] = await Promise.all([
    installation.client('stuffing-process.mjs'),
    installation.client('stuffing-process.mjs'),
  ]);
  const wanted = process.env.STUFFING_RUNS?.split(',').map((nr) => RUNS[Number(nr) - 1]) ?? RUNS;
  const rows = [];
  for (const [level, addresses, crowd] of wanted) {
    const contest = await makeContest(installation.db, owner, {
      ...DEFAULTS,
      title: `${level} ${addresses}`,
    });
    await installation.db.query('UPDATE contests SET verification = $2 WHERE id = $1', [contest.id, level]);
    const honest = crowd ? CROWD : Math.max(20, Math.round(HONEST_PER_SECOND * seconds));
    const tokens = await tokensOf(installation, contest.id, honest, seconds);
    const isAskedAtOnce = level === 'PHONE';
    const job = { port: api.port, contest, seconds };
    const [found, lost] = await Promise.all([
      attacker.ask({ kind: 'attack', ...job, addresses }),
      voters.ask({
        kind: 'vote',
        ...job,
        voters: honest,
        tokens,
        isAskedAtOnce,
        ...(crowd && { addresses: 1 }),
      }),
    ]);
    say(
      `${level}, ${addresses}${crowd ? ` ${crowd}` : ''}: attacker ${JSON.stringify(found)}, honest voters ${JSON.stringify(lost)}`,
    );
    found.counted = await countedFor(installation.db, contest.id);
    rows.push(...rowsOf(level, [addresses, crowd].filter(Boolean).join(' '), found, lost, seconds));
  }
  await api.stop();
  return rows;
}

/** Votes of the attacker's numbers that count, as the database has them. */
async function countedFor(db, contestId) {
  const { rows } = await db.query(
    `SELECT coalesce(sum(vote_count), 0)::int AS votes FROM votes
     WHERE contest_id = $1 AND status = 'COMPLETED' AND voter_phone LIKE $2`,
    [contestId, `${PREFIX.attacker}%`],
  );
  return rows[0].votes;
}

function rowsOf(level, addresses, found, lost, seconds) {
  const most = level === 'OPEN' ? OPEN_TARGET : 0;
  const twice = lost.checkedTwice / lost.voters;
  return [
    {
      subject: `stuffing ${level} from ${addresses}: counted for the attacker in ${seconds} s`,
      unit: 'votes',
      ours: found.counted,
      target: `≤ ${most} in ${TARGET_SECONDS} s`,
      met: found.counted <= most,
      note: `held ${found.held}, refused ${found.refused} of ${found.sent}; ${found.checks} person checks solved`,
    },
    {
      subject: `stuffing ${level} from ${addresses}: honest votes that do not count`,
      unit: 'votes',
      ours: lost.lost,
      limit: lost.voters,
      target: '0, and at most 1 % asked twice',
      met: lost.lost === 0 && twice <= 0.01,
      note: `asked for a check or a proof ${lost.checked}, twice ${lost.checkedTwice} of ${lost.voters}; checks of tokens, solved while the page is read: ${lost.inBackground}; repeated after 503: ${lost.repeated}; not counted ${JSON.stringify(lost.reasons)}`,
    },
  ];
}

/** The proofs that voters have after dialling or their SMS, by number. */
async function tokensOf(installation, contestId, count, seconds) {
  const { secrets, tokens } = await signersOf(installation);
  const until = new Date(Date.now() + (seconds + 3_600) * 1000);
  return Object.fromEntries(
    Array.from({ length: count }, (_, nr) => {
      const phone = honestPhone(nr);
      return [phone, tokens.issue(secrets.voterDigest(contestId, 'phone', phone), until)];
    }),
  );
}
