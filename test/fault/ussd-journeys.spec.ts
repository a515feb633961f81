import { aContest, type BuiltContest, database } from '../support/builders.js';
import { dialledCodeOf, UssdSession, type UssdScreen } from '../support/ussd.js';
import { orderCode } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';
import { api, running, useOwnPlatform } from './own-platform.js';

/**
 * Whatever is killed while voters dial and codes are sent: what a voter was told is true, nothing is cast twice, a repeated request gets the
 * same text, and each code that was promised is sent.
 */
useOwnPlatform();

let phones = 0;
const newPhone = (): string => `+23324${String(6_000_000 + ++phones)}`;

interface Told {
  session: UssdSession;
  text: string;
}

/** Send a request until it is answered, the very same each time, as gateways do. */
async function insist(session: UssdSession, first: Promise<UssdScreen>): Promise<UssdScreen> {
  let answer = await first.catch(() => null);
  while (!answer) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    answer = await session.again().catch(() => null);
  }
  return answer;
}

/** What a crowd may have done by the time of the kill, and how much more afterwards: as much on every machine. */
const BEFORE_AND_DURING = { votes: 100, codes: 30 } as const;
const AFTERWARDS = 30;
const patient = { withinMs: 600_000, what: 'voters who may go on' };

/** Voters by USSD at a gateway that sends everything and at one that sends one input at a time, until they are told to stop. */
function crowdOf(contests: readonly BuiltContest[], codes: readonly string[]) {
  const told: Told[] = [];
  const dialled: UssdSession[] = [];
  let most: number = BEFORE_AND_DURING.votes;
  const closed = new AbortController();
  const one = async (nr: number): Promise<void> => {
    for (let turn = nr; ; turn++) {
      await waitFor(() => told.length < most || closed.signal.aborted, patient);
      if (closed.signal.aborted) return;
      const session = new UssdSession(turn % 2 ? 'arkesel' : 'africastalking', newPhone());
      dialled.push(session);
      const asked = await insist(session, session.dial(codes[turn % contests.length] ?? '', '2'));
      if (!asked.goesOn || !asked.text.includes('1 Confirm')) continue;
      const { text } = await insist(session, session.type('1'));
      if (/counted\. Receipt|Approve GHS/.test(text)) told.push({ session, text });
    }
  };
  const done = Promise.all(Array.from({ length: 4 }, (_, nr) => one(nr)));
  return {
    told,
    dialled,
    goOn(): void {
      most = told.length + AFTERWARDS;
    },
    async stop(): Promise<void> {
      closed.abort();
      await done;
    },
  };
}

/** Voters who order codes by SMS. @returns ids that were promised a code, by phone */
function codesOf(contest: BuiltContest) {
  const promised: string[] = [];
  const closed = new AbortController();
  const done = (async () => {
    for (;;) {
      await waitFor(() => promised.length < BEFORE_AND_DURING.codes || closed.signal.aborted, patient);
      if (closed.signal.aborted) return;
      const phone = newPhone();
      const answer = await orderCode(contest, phone, api).catch(() => null);
      if (answer?.status === 202) promised.push(phone);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    promised,
    async stop(): Promise<void> {
      closed.abort();
      await done;
    },
  };
}

async function hasSms(phone: string): Promise<boolean> {
  const answer = await fetch(`${running.state.simulatorUrl}/simulator/sms?to=${encodeURIComponent(phone)}`);
  return ((await answer.json()) as unknown[]).length > 0;
}

describe.each(['worker', 'redis', 'api'] as const)('kill -9 of %s while voters dial', (name) => {
  it('casts nothing twice, loses nothing that was told, and repeats the same text', async () => {
    const [free, paid, verified] = [
      await aContest().save(),
      await aContest().paid('1.00').save(),
      await aContest().verifiedPhones().save(),
    ];
    const contests = [free, paid];
    const crowd = crowdOf(contests, [await dialledCodeOf(free), await dialledCodeOf(paid)]);
    const codes = codesOf(verified);
    try {
      await waitFor(() => crowd.told.length > 20 && codes.promised.length > 5, {
        what: 'votes before the kill',
      });
      await running.platform.service(name).kill('SIGKILL');
      await running.platform.service(name).waitReady(180_000);
      const before = crowd.told.length;
      crowd.goOn();
      await waitFor(() => crowd.told.length > before + 20, { what: 'votes after the kill' });
    } finally {
      await Promise.all([crowd.stop(), codes.stop()]);
    }

    for (const { session, text } of crowd.told) {
      const again = (await session.again()).text;
      // A payment that was approved meanwhile is told where the session itself was lost.
      if (text.startsWith('Approve') && again.includes('paid and counted')) continue;
      expect(again).toBe(text);
    }
    const ids = contests.map(({ id }) => id);
    const votes = await database().query<{ phone: string; votes: number }>(
      `SELECT voter_phone AS phone, sum(vote_count)::int AS votes FROM votes WHERE contest_id = ANY($1) GROUP BY 1`,
      [ids],
    );
    const byPhone = new Map(votes.rows.map(({ phone, votes: count }) => [phone, count]));
    // Each phone confirmed one vote of two.
    expect(new Set(byPhone.values())).toEqual(new Set([2]));
    expect(crowd.told.filter(({ session }) => byPhone.get(session.phone) !== 2)).toEqual([]);
    const ledger = await database().query<{ votes: number; twice: number }>(
      `SELECT sum(votes)::int AS votes, count(*)::int - count(DISTINCT vote_id)::int AS twice FROM vote_ledger WHERE contest_id = $1`,
      [free.id],
    );
    const counted = await database().query<{ votes: number }>(
      `SELECT sum(vote_count)::int AS votes FROM votes WHERE contest_id = $1 AND status = 'COMPLETED'`,
      [free.id],
    );
    expect(ledger.rows[0]).toEqual({ votes: counted.rows[0]?.votes, twice: 0 });

    // Every prompt that was announced is begun, once.
    await waitFor(
      async () => {
        const { rows } = await database().query<{ votes: number; charges: number; begun: number }>(
          `SELECT count(*)::int AS votes, count(u.vote_id)::int AS charges,
             count(*) FILTER (WHERE (SELECT count(*) FROM payments p WHERE p.vote_id = v.id) = 1)::int AS begun
           FROM votes v LEFT JOIN ussd_charges u ON u.vote_id = v.id WHERE v.contest_id = $1`,
          [paid.id],
        );
        return rows[0]?.votes === rows[0]?.charges && rows[0]?.votes === rows[0]?.begun;
      },
      { what: 'a prompt for each paid vote', withinMs: 240_000 },
    );
    for (const phone of codes.promised)
      await waitFor(() => hasSms(phone), { what: `the code for ${phone}`, withinMs: 240_000 });
  });
});
