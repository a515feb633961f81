import type { Page } from '@playwright/test';
import type { HeldVotesDecided, PublicContestView } from '@abato/contracts';
import { closeDatabase, database } from '../support/builders.js';
import { withCodes } from '../support/electorate.js';
import { startGenerated } from '../support/generated-language.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { waitForState } from '../support/payments.js';
import type { TestPlatform } from '../support/platform.js';
import { testState, usePlatform } from '../support/state.js';
import { UssdSession } from '../support/ussd.js';
import { waitFor } from '../support/wait-for.js';
import { aContest, ApiClient, aPhone, aUser, expect, holdBack, SimulatorControl, test } from './page.js';
import { Untranslated, writtenIn } from './untranslated.js';

/** The light page in the generated language, in a browser that runs no script: every text of a voter's journey comes from the catalogue. */

test.use({ javaScriptEnabled: false });

type Built = Awaited<ReturnType<ReturnType<typeof aContest>['save']>>;

/** What a simulated wallet does depends on the last four digits of its number. */
const NEVER_ANSWERS = '0241230003';
const ASKS_FOR_VOUCHER = '0201239999';
/** What the simulated provider asks for is shown in its own words. */
const OF_THE_PROVIDER = [
  'Please dial *110# to generate a voucher code. Then input the voucher',
  'The voucher code is not correct. Please try again',
];
const NOWHERE = '00000000-0000-4000-8000-000000000000';

let running: TestPlatform;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  running = await startGenerated('accents');
});
test.afterAll(async () => {
  test.setTimeout(300_000);
  await closeDatabase();
  // The process goes on to other files.
  usePlatform(undefined);
  await running?.platform.destroy();
});

/** What a voter does on the light page, by names of fields and buttons that are the same in every language. */
class Voter {
  private readonly untranslated: Untranslated;

  private constructor(
    private readonly page: Page,
    written: readonly string[],
  ) {
    this.untranslated = new Untranslated(page, written);
  }

  static async of(page: Page, ...contests: Built[]): Promise<Voter> {
    return new Voter(page, [...(await writtenIn(...contests)), ...OF_THE_PROVIDER]);
  }

  get found(): Record<string, string[]> {
    return this.untranslated.found;
  }

  look(screen: string): Promise<void> {
    return this.untranslated.look(screen);
  }

  async open(path: string, screen?: string): Promise<void> {
    await this.page.goto(running.baseUrl + path);
    if (screen) await this.look(screen);
  }

  /** The form of the contest's first nominee. */
  async openForm({ id, contestant }: Built): Promise<void> {
    const { data } = await new ApiClient().get<PublicContestView>(`/contests/${id}/public`);
    const nominees = data.categories.flatMap(({ contestants }) => contestants);
    await this.open(`/v/${id}/${nominees.find((one) => one.id === contestant.id)?.code}`);
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      const field = this.page.locator(`main [name=${name}]`);
      if (name === 'pay' || name === 'prove')
        await this.page.locator(`input[name=${name}][value=${value}]`).check();
      else if (name === 'network') await field.selectOption(value);
      else await field.fill(value);
    }
  }

  /** Press a button, and look at the page that comes. @param refused whether the page says that something was not sent */
  async press(step: string, screen: string, refused = false): Promise<void> {
    const drawn = this.page.waitForEvent('domcontentloaded');
    await this.page.locator(`button[value=${step}]`).click();
    await drawn;
    await expect(this.page.locator('p.e'), screen).toHaveCount(refused ? 1 : 0);
    await this.look(screen);
  }

  /** The page of a payment has asked by itself for as long as it had to: it no longer does, and is there as a whole. */
  async seesDecided(): Promise<void> {
    await expect(this.page.locator('head:not(:has(meta[http-equiv=refresh])) + body footer')).toBeVisible({
      timeout: 60_000,
    });
  }

  /** The vote is counted: its receipt can be looked at. */
  async hasReceipt(): Promise<void> {
    await expect(this.page.locator('dl a[href^="/r/"]')).toBeVisible();
  }
}

/** The code in the newest SMS to a number. */
async function codeSentTo(phone: string): Promise<string> {
  return waitFor(
    async () => {
      const answer = await fetch(`${testState().simulatorUrl}/simulator/sms?to=${phone}`);
      const [sms] = (await answer.json()) as { text: string }[];
      return /^\d{6}/.exec(sms?.text ?? '')?.[0];
    },
    { what: `the SMS to ${phone}` },
  );
}

const e164 = (phone: string): string => `+233${phone.slice(1)}`;

test('a list, a form, a number that is proven by SMS and by dialling, and every refusal on the way say nothing in English', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const contest = await aContest().verifiedPhones().freeVotesPerHour(2).withContestants(20, 3).save();
  const open = await aContest().personCheck().save();
  const voter = await Voter.of(page, contest, open);
  await voter.open(`/v/${contest.id}`, 'categories');
  await expect(page.getByText('Category 1')).toBeVisible();
  await voter.open(`/v/${contest.id}?c=1`, 'first page of a category');
  await voter.open(`/v/${contest.id}?c=1&p=2`, 'second page of a category');
  await voter.open(`/v/${contest.id}?q=1.1`, 'search');
  await voter.open(`/v/${contest.id}?q=9999999`, 'search without a result');

  const phone = aPhone();
  await voter.openForm(contest);
  await voter.look('form');
  await voter.press('vote', 'no number', true);
  await page.locator('summary').click();
  await voter.fill({ phone: '024', votes: '0', email: 'a@b' });
  await voter.press('vote', 'wrong fields', true);
  await voter.fill({ phone, votes: '3', email: '' });
  await voter.press('vote', 'code');
  await voter.press('code', 'no code', true);
  const code = await codeSentTo(phone);
  await voter.fill({ code: code === '123456' ? '654321' : '123456' });
  await voter.press('code', 'wrong code', true);
  // However long the machine takes to press the button.
  await database().query(
    `UPDATE phone_verifications SET created_at = now() + interval '20 seconds' WHERE phone = $1`,
    [e164(phone)],
  );
  await voter.press('again', 'another code too early', true);
  await voter.fill({ code });
  await voter.press('code', 'more votes than a phone has', true);
  await voter.fill({ votes: '2' });
  await voter.press('vote', 'counted');
  await voter.hasReceipt();
  await voter.openForm(contest);
  await voter.fill({ phone });
  await voter.press('vote', 'no votes left', true);

  const other = aPhone();
  await voter.openForm(contest);
  await voter.fill({ phone: other, prove: 'ussd' });
  await voter.press('vote', 'number to dial');
  await voter.press('dialled', 'not dialled', true);
  const [, number = ''] = /\*7\*(\d{4})#/.exec(await page.locator('a[href^="tel:"]').innerText()) ?? [];
  expect((await new UssdSession('arkesel', e164(other)).dial('7', number)).goesOn).toBe(false);
  await voter.press('dialled', 'counted after dialling');
  await voter.hasReceipt();

  await voter.openForm(contest);
  await voter.fill({ phone: aPhone() });
  await page.locator('input[name=sig]').evaluate((input: HTMLInputElement) => {
    input.value = 'x';
  });
  await voter.press('vote', 'a form of another site', true);

  await voter.openForm(open);
  await voter.fill({ phone: aPhone() });
  await voter.press('vote', 'code in place of a person check');
  expect(voter.found).toEqual({});
});

test('a vote paid by a prompt, by voucher, and on the provider’s page says nothing in English, and counts', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const contest = await aContest().paid('1.50').save();
  const voter = await Voter.of(page, contest);
  const simulator = new SimulatorControl();
  const reference = (): string => new URL(page.url()).searchParams.get('reference') ?? '';
  const settled = async (state: string): Promise<void> => {
    await waitForState(reference(), state);
    await voter.seesDecided();
    await voter.look(`payment ${state}`);
  };

  await voter.openForm(contest);
  await voter.look('form of a paid vote');
  await voter.fill({ pay: 'momo', phone: '0302123456' });
  await voter.press('vote', 'no network', true);
  await voter.fill({ network: 'mtn' });
  await voter.press('vote', 'a landline', true);
  await voter.fill({ phone: NEVER_ANSWERS, votes: '9000' });
  await voter.press('vote', 'more than a wallet pays', true);
  await voter.fill({ votes: '2' });
  await voter.press('vote', 'what is paid');
  await voter.press('pay', 'prompt');
  await simulator.complete(reference());
  await settled('COMPLETED');
  await voter.hasReceipt();

  await voter.openForm(contest);
  await voter.fill({ phone: NEVER_ANSWERS, network: 'mtn' });
  await voter.press('vote', 'what is paid');
  await voter.press('pay', 'another prompt');
  await simulator.complete(reference(), 'failed');
  await settled('FAILED');

  await voter.openForm(contest);
  await voter.fill({ phone: ASKS_FOR_VOUCHER, network: 'telecel' });
  await voter.press('vote', 'what is paid');
  await voter.press('pay', 'voucher');
  await voter.press('enter_voucher', 'no voucher', true);
  await voter.fill({ otp: '000000' });
  await voter.press('enter_voucher', 'wrong voucher');
  await voter.fill({ otp: '123456' });
  await voter.press('enter_voucher', 'prompt after the voucher');
  await simulator.complete(reference());
  await settled('COMPLETED');
  await voter.hasReceipt();

  await voter.openForm(contest);
  await voter.fill({ pay: 'checkout', phone: aPhone() });
  await voter.press('vote', 'what is paid');
  // The page leads there by itself, without a script; it is looked at before.
  const letThrough = await holdBack(page, /\/checkout\//);
  await voter.press('pay', 'on to the provider');
  letThrough();
  await page.waitForURL(/\/checkout\//);
  const { rows } = await database().query<{ reference: string }>(
    `SELECT p.reference FROM payments p JOIN votes v ON v.id = p.vote_id WHERE v.contest_id = $1 ORDER BY p.created_at DESC LIMIT 1`,
    [contest.id],
  );
  const { redirect } = await simulator.complete(rows[0]?.reference ?? '');
  await page.goto(redirect ?? '');
  expect(new URL(page.url()).pathname).toBe(`/v/${contest.id}/pay`);
  await settled('COMPLETED');
  await voter.hasReceipt();
  expect(voter.found).toEqual({});
});

test('a ballot, a held vote, a closed contest and what is not there say nothing in English', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const owner = await aUser().save();
  const {
    contest: election,
    codes: [code = ''],
  } = await withCodes(owner, 1);
  const watched = await aContest().ownedBy(owner).save();
  const closed = await Promise.all([
    aContest().paused().save(),
    aContest().ended().save(),
    aContest().startingIn(3_600_000).save(),
    aContest().ofInactiveHost().resultsHidden().save(),
  ]);
  const voter = await Voter.of(page, election, watched, ...closed);

  await voter.openForm(election);
  await voter.look('form of an election');
  await voter.fill({ ballot: '!' });
  await voter.press('vote', 'no ballot code', true);
  await voter.fill({ ballot: 'ZZZZ-ZZZZ' });
  await voter.press('vote', 'unknown ballot code', true);
  await voter.fill({ ballot: code, phone: aPhone() });
  await voter.press('vote', 'two proofs', true);
  await voter.fill({ phone: '', votes: '2' });
  await voter.press('vote', 'two votes of one ballot', true);
  await voter.fill({ votes: '1' });
  await voter.press('vote', 'ballot');
  await voter.hasReceipt();
  await voter.openForm(election);
  await voter.fill({ ballot: code });
  await voter.press('vote', 'a ballot that was used', true);

  const { held } = await manyPhonesOfOneDevice(watched, 6);
  const result = `/v/${watched.id}/vote/${held[0]?.id}`;
  await voter.open(result, 'held');
  await owner.api.post<HeldVotesDecided>(`/votes/contest/${watched.id}/held/decide`, {
    decision: 'REJECTED',
    all: true,
    reason: '2026',
  });
  await voter.open(result, 'rejected');

  for (const contest of closed) {
    await voter.open(`/v/${contest.id}`, 'list of a closed contest');
    await voter.openForm(contest);
    await voter.look('form of a closed contest');
  }
  for (const path of [NOWHERE, `${watched.id}/0000`, `${watched.id}/vote/${NOWHERE}`, `${watched.id}/pay`])
    await voter.open(`/v/${path}`, `not there: ${path}`);
  expect(voter.found).toEqual({});
});
