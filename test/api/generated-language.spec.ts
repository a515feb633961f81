import {
  aContest,
  aUser,
  type BuiltContest,
  type BuiltUser,
  closeDatabase,
  database,
} from '../support/builders.js';
import { addElectors } from '../support/electorate.js';
import { startGenerated } from '../support/generated-language.js';
import { nomineeCode } from '../support/light.js';
import { payCounted, waitForState } from '../support/payments.js';
import type { TestPlatform } from '../support/platform.js';
import { SimulatorControl } from '../support/simulator.js';
import { UssdSession } from '../support/ussd.js';
import { orderCode, orderDial } from '../support/verification.js';
import { waitFor } from '../support/wait-for.js';

/** What the running platform says to voters by USSD, SMS and mail in the generated language: a text with letters does not come from the catalogue. */

let running: TestPlatform;
let owner: BuiltUser;
let admin: BuiltUser;
beforeAll(async () => {
  running = await startGenerated('digits');
  [owner, admin] = await Promise.all([aUser().save(), aUser().superAdmin().save()]);
}, 300_000);
afterAll(async () => {
  await closeDatabase();
  await running?.platform.destroy();
}, 300_000);

let phones = 0;
/** The simulator never answers prompts to it. */
const aPhone = (prefix = '24'): string => `+233${prefix}${String(100 + phones++)}0003`;

/** Names of people are said as they are written: these have no letters. */
async function nameless(build: ReturnType<typeof aContest>): Promise<BuiltContest> {
  const contest = await build.ownedBy(owner).titled(`5${phones++}`).save();
  await database().query(`UPDATE categories SET name = '6' || "order" WHERE contest_id = $1`, [contest.id]);
  await database().query(`UPDATE contestants SET name = '8' || "order" WHERE contest_id = $1`, [contest.id]);
  return contest;
}

/** The currency, receipt codes and references are the same in every language. */
const DATA = /GHS|\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b|\bA-[0-9A-Z]{20,}\b/g;
const withLetters = (texts: readonly string[]): string[] =>
  texts.filter((text) => /[A-Za-z]/.test(text.replace(DATA, '')));

/** Texts of SMS to a number, the newest first. */
async function smsTo(phone: string): Promise<string[]> {
  const inbox = `${running.state.simulatorUrl}/simulator/sms?to=${encodeURIComponent(phone)}`;
  return ((await (await fetch(inbox)).json()) as { text: string }[]).map(({ text }) => text);
}

async function mailsTo(recipient: string): Promise<string[]> {
  const { rows } = await database().query<{ text: string }>(
    `SELECT subject || ' ' || body AS text FROM mail_outbox WHERE recipient = $1`,
    [recipient],
  );
  return rows.map(({ text }) => text);
}

describe('in the generated language', () => {
  it('every screen of a vote by USSD says texts of the catalogue only', async () => {
    const free = await nameless(aContest().freeVotesPerHour(3).withContestants(5, 5, 1, 1, 1));
    const paid = await nameless(aContest().paid('1.00'));
    const election = await nameless(aContest().electorate());
    const closed = await Promise.all(
      [aContest().paused(), aContest().ended(), aContest().startingIn(3_600_000)].map((one) => nameless(one)),
    );
    const [freeCode, paidCode, electionCode, ...closedCodes] = await Promise.all(
      [free, paid, election, ...closed].map(({ contestant }) => nomineeCode(contestant.id)),
    );
    const said: string[] = [];
    const dial = async (inputs: readonly string[], typed: readonly string[] = [], phone = aPhone()) => {
      const session = new UssdSession('arkesel', phone, phone.startsWith('+23320') ? 'telecel' : 'mtn');
      said.push((await session.dial(...inputs)).text);
      for (const input of typed) said.push((await session.type(input)).text);
      return phone;
    };
    const voter = aPhone();
    // Lists, mistakes on the way, and too many of them.
    await dial([], ['!', '0000', '0', '9', '1', '0', '1']);
    await dial([], ['!', '!', '!', '!', '!']);
    await dial([freeCode as string], ['x', '9', '2', '7', '2'], voter);
    await dial([freeCode as string, '2'], ['1'], voter);
    await dial([freeCode as string, '2'], ['1'], voter);
    await dial([electionCode as string], ['2', '1', '1'], voter);
    await addElectors(owner, election, { list: voter });
    await dial([electionCode as string, '1'], ['1'], voter);
    await dial([electionCode as string, '1'], ['1'], voter);
    for (const code of closedCodes) await dial([code]);
    await dial([], [], '+15551230000');

    const verified = await nameless(aContest().verifiedPhones());
    const { ussd } = (await orderDial(verified, voter)).data;
    await dial(['7'], ['x', '0000'], voter);
    await dial(['7', /\*7\*(\d{4})#/.exec(ussd ?? '')?.[1] ?? ''], [], voter);

    await dial([paidCode as string], ['99999', '2', '1']);
    const payer = await dial([paidCode as string, '1'], ['1'], aPhone('20'));
    await database().query('UPDATE ussd_charges SET next_attempt_at = created_at WHERE sent_at IS NULL');
    await waitFor(
      async () => {
        const { rowCount } = await database().query(
          `SELECT FROM payments WHERE phone_number = $1 AND charge_status = 'send_otp'`,
          [payer],
        );
        return rowCount === 1;
      },
      { what: 'the question for a voucher' },
    );
    await dial([], ['!', '000000'], payer);
    await dial([], ['123456'], payer);
    expect(new Set(said).size).toBeGreaterThan(30);
    expect(withLetters(said)).toEqual([]);
  }, 300_000);

  it('every SMS and every mail to a voter says texts of the catalogue only', async () => {
    const [verified, paid] = await Promise.all([
      nameless(aContest().verifiedPhones()),
      nameless(aContest().paid('1.00')),
    ]);
    const simulator = new SimulatorControl();
    const [proven, voterPhone] = [aPhone(), aPhone()];
    const voterEmail = 'voter@example.com';
    expect((await orderCode(verified, proven)).status).toBe(202);
    const payments = [];
    for (const refund of ['processed', 'needs-attention'] as const) {
      const payment = await payCounted(paid, { voterPhone, voterEmail, voteCount: 3 });
      if (refund === 'needs-attention')
        await simulator.script(payment.reference, { refund, refundDelayMs: 10, webhook: 'once' });
      payments.push(payment);
    }
    for (const [nr, { id, reference }] of payments.entries()) {
      const refund = await admin.api.post(`/payments/${id}/refund`, { reason: 'Asked for' });
      expect(refund.status).toBe(200);
      await waitForState(reference, nr === 0 ? 'REFUNDED' : 'REFUND_ATTENTION');
    }

    const [code = ''] = await waitFor(
      async () => {
        const texts = await smsTo(proven);
        return texts.length === 1 && texts;
      },
      { what: 'the code' },
    );
    // Two receipts, a refund and one that is delayed.
    const all = await waitFor(
      async () => {
        const [texts, mails] = [await smsTo(voterPhone), await mailsTo(voterEmail)];
        return texts.length === 4 && mails.length === 4 && { texts, mails };
      },
      { what: 'four messages and four mails' },
    );
    const lines = [code.replace(/\n@localhost #\d{6}$/, ''), ...all.texts, ...all.mails];
    expect(withLetters(lines)).toEqual([]);
  }, 300_000);
});
