import { makeContest, makeOwner } from '../load/data.mjs';
import { phoneAt } from '../load/casts.mjs';
import { inTurns } from '../lib/report.mjs';
import { signersOf } from '../lib/signers.mjs';
import { castRequest, measure } from './cast.mjs';

const CONNECTIONS = 64;
/** More than one API process takes. */
const MOST_PER_SECOND = 8_000;
const WARM_UP_SECONDS = 1;
const CODES_AT_ONCE = 10_000;
const PRICE_PESEWAS = 100;

/** Votes of contests that ask for more than the simplest free one does: a proven number, a place on a list, a price with bundles and windows. */
export async function levelsSubject(installation, { turns, seconds, say }) {
  const { tokens, secrets } = await signersOf(installation);
  const owner = await makeOwner(installation.db, 'bench');
  const [api, client] = await Promise.all([installation.api(), installation.client('load-process.mjs')]);
  const most = MOST_PER_SECOND * (seconds + WARM_UP_SECONDS);
  const job = { connections: CONNECTIONS, seconds, warmUp: WARM_UP_SECONDS };
  const until = new Date(Date.now() + 3_600_000);

  const run = (make) => async () =>
    (await measure(client, api, { ...job, request: await make() }, say)).perSecond;
  const contest = async (columns, options) => {
    const made = await makeContest(installation.db, owner, options);
    const names = Object.keys(columns);
    if (names.length) {
      const set = names.map((name, index) => `${name} = $${index + 2}`).join();
      await installation.db.query(`UPDATE contests SET ${set} WHERE id = $1`, [
        made.id,
        ...Object.values(columns),
      ]);
    }
    return made;
  };
  const kinds = {
    open: async () => castRequest(await contest({})),
    phone: async () => {
      const made = await contest({ verification: 'PHONE' });
      const request = castRequest(made);
      const proofs = Array.from({ length: most }, (_, index) => {
        const digest = secrets.voterDigest(made.id, 'phone', phoneAt(request.phoneBase + index + 1));
        return { headers: ['x-voter-token', tokens.issue(digest, until)] };
      });
      return { ...request, proofs };
    },
    electorate: async () => {
      const made = await contest({ verification: 'ELECTORATE' });
      const codes = Array.from({ length: most }, (_, index) => `B${String(index).padStart(7, '0')}`);
      for (let from = 0; from < most; from += CODES_AT_ONCE) {
        const digests = codes
          .slice(from, from + CODES_AT_ONCE)
          .map((code) => secrets.voterDigest(made.id, 'ballot', code));
        await installation.db.query(
          `INSERT INTO electors (contest_id, digest, kind, added_at) SELECT $1, unnest($2::bytea[]), 'CODE', now()`,
          [made.id, digests],
        );
      }
      return { ...castRequest(made), proofs: codes.map((code) => ({ field: `"ballotCode":"${code}"` })) };
    },
    priced: async () => {
      const now = Date.now();
      const at = (hours) => new Date(now + hours * 3_600_000).toISOString();
      const windows = [
        { from: at(-48), until: at(-47), multiplier: 3 },
        { from: at(-1), until: at(2), multiplier: 2 },
        { from: at(24), until: at(25), multiplier: 5 },
      ];
      const bundles = [5, 10, 50].map((votes) => ({ votes, pricePesewas: votes * 80 }));
      const prices = { bundles: JSON.stringify(bundles), vote_windows: JSON.stringify(windows) };
      return { ...castRequest(await contest(prices, { price: PRICE_PESEWAS })), votes: 17 };
    },
  };
  const found = await inTurns(
    Object.fromEntries(Object.entries(kinds).map(([name, make]) => [name, run(make)])),
    turns,
    say,
  );
  const { open } = found;
  return Object.entries({
    phone: 'with a proven number',
    electorate: 'with a code of an electorate',
    priced: 'paid, 17 votes with three bundles in one of three windows',
  }).map(([name, what]) => ({
    subject: `cast, ${CONNECTIONS} connections, ${what} ÷ free and open`,
    unit: 'requests/s',
    ours: found[name].median,
    limit: open.median,
    ratio: found[name].median / open.median,
  }));
}
