import { aContest, aUser, aVote, type BuiltContest, sql } from '../support/builders.js';
import { castByCode, withCodes } from '../support/electorate.js';
import { ApiClient } from '../support/http.js';
import { aLocalPhone, atForm, castsOf, codesTo, e164, formPath, LightBrowser } from '../support/light.js';
import { enterByHand } from '../support/payments.js';
import { phonesOf, typed } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { hasW3m, TextBrowser } from '../support/text-browser.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();

it.each([
  ['an open contest', () => aContest(), 'Phone numbers are typed, not proven.'],
  ['a contest of verified numbers', () => aContest().verifiedPhones(), 'Each number was proven.'],
  ['a paid contest', () => aContest().paid('1.00'), 'Each vote was paid for.'],
])('the list of %s says beside its counts how it is protected', async (_what, builder, text) => {
  const contest = await builder().save();
  expect((await new LightBrowser().get(`/v/${contest.id}`)).text).toContain(text);
});

it('a free vote is counted once, by the same intake, and shows its receipt', async () => {
  const contest = await aContest().save();
  const browser = await atForm(contest);
  const done = await browser.submit({ votes: '2', phone: aLocalPhone() });
  expect(done.status).toBe(200);
  expect(done.text).toContain('Your 2 votes are in');
  const [, code = ''] = /href="\/r\/([\w-]+)"/.exec(done.html) ?? [];
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  const receipt = await waitFor(async () => {
    const answer = await api.get<{ contestId: string }>(`/receipts/${code}`);
    return answer.status === 200 && answer;
  });
  expect(receipt.data.contestId).toBe(contest.id);
  expect(await castsOf(contest)).toEqual([{ votes: 2, source: 'LIGHT', status: 'COMPLETED' }]);
});

it('a free vote is cast once when the button is pressed twice, at once or later, and when the page is loaded again', async () => {
  const contest = await aContest().save();
  const [browser, again] = [await atForm(contest), new LightBrowser()];
  again.screen = browser.screen;
  const typed = { phone: aLocalPhone() };
  const [first, second] = await Promise.all([browser.submit(typed), again.submit(typed)]);
  expect(second.path).toBe(first.path);
  expect((await again.get(first.path)).text).toContain('Your vote is in');
  expect(await castsOf(contest)).toHaveLength(1);
});

it('a free vote is asked again with a new key when a form that was used is sent with other votes', async () => {
  const contest = await aContest().save();
  const browser = await atForm(contest);
  const form = browser.screen;
  const phone = aLocalPhone();
  await browser.submit({ phone });
  browser.screen = form;
  const asked = await browser.submit({ phone, votes: '3' });
  expect(asked.status).toBe(409);
  expect(asked.text).toContain('Your earlier vote from this form is kept.');
  expect(asked.fields).toMatchObject({ phone, votes: '3' });
  await browser.submit();
  expect((await castsOf(contest)).map(({ votes }) => votes)).toEqual([1, 3]);
});

it.each([
  [{ phone: '12345' }, 400],
  [{ phone: '' }, 400],
  [{ votes: '0' }, 400],
  [{ votes: 'many' }, 400],
  [{ votes: '1.5' }, 400],
  [{ votes: '' }, 400],
  [{ votes: '100001' }, 400],
  [{ email: 'x' }, 400],
  [{ name: 'x'.repeat(101) }, 400],
  // A number of no phone.
  [{ phone: '0401234567' }, 400],
])('a free vote that is wrong is refused as by the API, with everything kept: %j', async (wrong, status) => {
  const contest = await aContest().save();
  const browser = await atForm(contest);
  const typed = { phone: aLocalPhone(), votes: '2', name: 'Ama', email: 'ama@example.com', ...wrong };
  const refused = await browser.submit(typed);
  expect(refused.status).toBe(status);
  expect(refused.fields).toMatchObject(typed);
  const number = /^\d+$/.test(typed.votes) ? Number(typed.votes) : typed.votes;
  const same = await api.post(
    '/votes/cast',
    aVote(contest, {
      voteCount: number,
      voterPhone: typed.phone,
      voterName: typed.name,
      voterEmail: typed.email,
    }),
  );
  expect(same.status).toBe(status);
  for (const { message } of same.errors ?? []) expect(refused.text).toContain(message);
  expect(refused.html).toMatch(/aria-invalid="true"/);
  expect(await castsOf(contest)).toEqual([]);
  expect(
    (await browser.submit({ ...typed, phone: aLocalPhone(), votes: '2', name: '', email: '' })).text,
  ).toContain('are in');
});

it('a free vote has the limits of every free vote', async () => {
  const contest = await aContest().freeVotesPerHour(1).save();
  const phone = aLocalPhone();
  await (await atForm(contest)).submit({ phone });
  const limited = await (await atForm(contest)).submit({ phone });
  expect(limited.status).toBe(429);
  expect(limited.text).toMatch(/You have used your 1 free vote for this hour/);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await (await atForm(contest)).submit({ phone: aLocalPhone(), votes: '2' })).status).toBe(400);
  expect(await castsOf(contest)).toHaveLength(1);
});

it('a free vote has the limit of its device', async () => {
  const contest = await aContest().freeVotesPerHour(1).freeVotesPerDevice(2).save();
  const browser = await atForm(contest);
  const statuses: number[] = [];
  for (let nr = 0; nr < 3; nr++) {
    await browser.get(await formPath(contest));
    statuses.push((await browser.submit({ phone: aLocalPhone() })).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

it('a free vote that does not count any more says who has taken it back', async () => {
  const owner = await aUser().save();
  const { contest, codes } = await withCodes(owner, 1, { change: true });
  const { data } = await castByCode(contest, codes[0] ?? '');
  await castByCode(contest, codes[0] ?? '', { contestantId: contest.categories[0]?.contestants[1]?.id });
  const open = await aContest().ownedBy(owner).save();
  const entered = await enterByHand(owner, open);
  const undone = await owner.api.post(`/votes/manual/${entered.data.id}/undo`, { reason: 'Counted twice' });
  expect(undone.status).toBe(200);
  const browser = new LightBrowser();
  const result = async (of: BuiltContest, id: string) => (await browser.get(`/v/${of.id}/vote/${id}`)).text;
  expect(await result(contest, data.id)).toContain('You have changed this vote');
  expect(await result(open, entered.data.id)).toContain('entered by mistake');
  await sql`INSERT INTO held_votes (vote_id, contest_id, votes, reason, held_at, decision, decided_at,
       decided_by)
       SELECT id, contest_id, 1, 'DEVICE_MANY_PHONES', now(), 'REJECTED', now(), ${owner.id} FROM votes
       WHERE id = ${entered.data.id}`;
  expect(await result(open, entered.data.id)).toContain('The organiser has looked at this vote');
});

(hasW3m ? describe : describe.skip)('in a text browser', () => {
  it('a voter reads list and form line by line, proves the number by SMS, and votes again without', async () => {
    const contest = await aContest().verifiedPhones().withContestants(2).save();
    const browser = new TextBrowser();
    const list = await browser.open(`/v/${contest.id}`);
    expect(list.lines).toEqual(
      expect.arrayContaining([
        contest.title,
        expect.stringMatching(/^(1\. )?Contestant 1\.1$/),
        expect.stringMatching(/^Rank 1 · 0 votes · Code \d{4,6}$/),
      ]),
    );
    const form = await browser.open(await formPath(contest));
    expect(form.lines).toEqual(
      expect.arrayContaining([
        'Number of votes',
        'Your phone number',
        'Keeps voting fair. Masked for the organiser; each look at all of it is recorded.',
      ]),
    );
    const refused = await browser.submit({ phone: '024', step: 'vote' });
    expect(refused.lines).toContain('Enter a valid phone number, for example 024 123 4567');
    const phone = aLocalPhone();
    const asked = await browser.submit({ phone, votes: '2', step: 'vote' });
    expect(asked.lines.join(' ')).toContain(`We have sent a code to ${phone}.`);
    const [code = ''] = await codesTo(e164(phone));
    const done = await browser.submit({ code, step: 'code' });
    expect(done.lines).toEqual(
      expect.arrayContaining([
        'Your 2 votes are in',
        'Receipt code',
        expect.stringMatching(/^\w{4}-\w{4}-\w{4} /),
      ]),
    );
    // The browser has kept the proof.
    await browser.open(await formPath(contest));
    expect((await browser.submit({ phone, step: 'vote' })).lines).toContain('Your vote is in');
    expect((await castsOf(contest)).map(({ votes }) => votes)).toEqual([2, 1]);
  });
});

const simulator = new SimulatorControl();

const contest = await aContest().paid('1.00').save();
const path = await formPath(contest);
const nextPhone = phonesOf('light-payments');

/** A number of its own that answers prompts by hand only. @param ending what the simulated phone does */
const aPhone = (ending: string): string => typed(nextPhone(ending));

async function atPaidForm(): Promise<LightBrowser> {
  const browser = new LightBrowser();
  await browser.get(path);
  return browser;
}

/** Fill in the form, read what it costs, and let the wallet be asked. */
async function askWallet(browser: LightBrowser, typed: Record<string, string>) {
  const asked = await browser.submit({ pay: 'momo', ...typed });
  expect(asked.text).toContain('Check your payment');
  return browser.submit();
}
const referenceIn = (html: string): string => /Reference ([\w-]+)/.exec(html)?.[1] ?? '';
const votesOf = async (phone: string): Promise<string[]> => {
  return sql.column<string>`SELECT status FROM votes WHERE contest_id = ${contest.id}
    AND voter_phone = ${e164(phone)} ORDER BY id`;
};

/** Ask until the payment is decided, as the page does by itself. */
const decided = async (browser: LightBrowser) =>
  waitFor(async () => {
    const [, next] = /http-equiv="refresh" content="\d+;url=([^"]+)"/.exec(browser.screen?.html ?? '') ?? [];
    if (!next) return browser.screen;
    await browser.get(next.replaceAll('&amp;', '&'));
    return null;
  });

it('a paid vote is paid by mobile money: the page waits, asks by itself, and shows the receipt', async () => {
  const browser = await atPaidForm();
  const phone = aPhone('0003');
  const typed = { phone, votes: '2', pay: 'momo', network: 'mtn' };
  const form = browser.screen;
  const waiting = await askWallet(browser, typed);
  expect(waiting.text).toContain('Approve on your phone');
  expect(waiting.text).toContain('Amount: GHS 2.00');
  expect(waiting.html).toMatch(/<meta http-equiv="refresh" content="5;url=\/v\/[^"]+&amp;n=1"/);
  expect(waiting.headers.get('cache-control')).toBe('no-store');
  const reference = referenceIn(waiting.text);
  // Pressed again: the same vote, the same prompt.
  browser.screen = form;
  expect(referenceIn((await askWallet(browser, typed)).text)).toBe(reference);
  await simulator.complete(reference);
  const done = await decided(browser);
  expect(done?.text).toContain('Your 2 votes are in');
  expect(done?.html).toMatch(/href="\/r\/[\w-]+"/);
  expect(await votesOf(phone)).toEqual(['COMPLETED']);
  // And once more: there is nothing to pay.
  browser.screen = form;
  expect((await browser.submit(typed)).text).toContain('Your 2 votes are in');
  expect(await votesOf(phone)).toHaveLength(1);
});

it('a paid vote asks a wallet for what the voter was shown, and for nothing else', async () => {
  const owner = await aUser().save();
  const dearer = await aContest().paid('1.00').ownedBy(owner).save();
  const browser = new LightBrowser();
  await browser.get(await formPath(dearer));
  expect(browser.screen?.text).toContain('GHS 1.00');
  expect(await owner.api.put(`/contests/${dearer.id}`, { votePrice: 2 })).toMatchObject({ status: 200 });
  const payments = () =>
    sql<{ amount: number }>`SELECT p.amount_pesewas AS amount FROM payments p
        JOIN votes v ON v.id = p.vote_id WHERE v.contest_id = ${dearer.id}`;
  const typed = { phone: aPhone('0003'), votes: '3', pay: 'momo', network: 'mtn' };
  const asked = await browser.submit(typed);
  expect(asked.text).toContain('3 votes for');
  expect(asked.text).toContain('Amount: GHS 6.00');
  expect(asked.fields).toMatchObject(typed);
  // A button that was made for another total.
  expect((await browser.submit({ told: '3 3' })).text).toContain('Amount: GHS 6.00');
  expect(await payments()).toEqual([]);
  const changed = await browser.submit({}, 'change');
  expect([changed.status, changed.fields['phone']]).toEqual([200, typed.phone]);
  await browser.submit({ votes: '2', network: 'mtn' });
  expect((await browser.submit()).text).toContain('Approve on your phone');
  expect(await payments()).toEqual([{ amount: 400 }]);
});

it('a paid vote is paid on the provider’s page, which leads back to the light page', async () => {
  const browser = await atPaidForm();
  const phone = aPhone('1111');
  const asked = await browser.submit({ phone, votes: '1', pay: 'checkout' });
  // What is paid is shown before the payment begins, as for a wallet.
  expect(asked.text).toContain('Check your payment');
  expect(asked.text).toContain('Amount: GHS 1.00');
  expect(asked.text).not.toContain('on your phone');
  const going = await browser.submit();
  expect(going.text).toContain('On to the payment page');
  const [, url = ''] = /<a class="b" href="(http[^"]+)"/.exec(going.html) ?? [];
  expect(going.html).toContain(`content="1;url=${url}"`);
  const reference = await sql.value<string>`SELECT p.reference FROM payments p
      JOIN votes v ON v.id = p.vote_id WHERE v.voter_phone = ${e164(phone)}`;
  const { redirect } = await simulator.complete(reference);
  const back = new URL(redirect ?? '');
  expect(back.pathname).toBe(`/v/${contest.id}/pay`);
  await browser.get(`${back.pathname}${back.search}`);
  expect((await decided(browser))?.text).toContain('Your vote is in');
});

it('a paid vote asks for the voucher with Telecel, again when it is wrong', async () => {
  const browser = await atPaidForm();
  const phone = aPhone('9999');
  const asked = await askWallet(browser, { phone, votes: '1', network: 'telecel' });
  expect(asked.text).toContain('Enter your voucher code');
  expect(asked.html).not.toContain('http-equiv');
  const empty = await browser.submit({ otp: '' });
  expect([empty.status, empty.text.includes('Voucher code is required')]).toEqual([400, true]);
  expect((await browser.submit({ otp: '000000' })).text).toContain('not correct');
  // Opera Mini sends the form by itself, without its button.
  const approve = await browser.submit({ otp: '123456', step: undefined });
  expect(approve.text).toContain('Approve on your phone');
  // A form without its signature sends the provider nothing.
  browser.screen = asked;
  expect((await browser.submit({ otp: '123456', sig: 'x' })).status).toBe(403);
  await simulator.complete(referenceIn(approve.text));
  await browser.get(approve.path);
  expect((await decided(browser))?.text).toContain('Your vote is in');
});

it('a paid vote that fails says so, and that nothing was taken', async () => {
  const browser = await atPaidForm();
  const waiting = await askWallet(browser, { phone: aPhone('0003'), votes: '1', network: 'mtn' });
  await simulator.complete(referenceIn(waiting.text), 'failed');
  const failed = await decided(browser);
  expect(failed?.text).toContain('Payment not confirmed');
  expect(failed?.text).toContain('No money was taken');
});

it('a paid vote is not stored while the way to pay is not chosen', async () => {
  const browser = await atPaidForm();
  const phone = aPhone('2222');
  const refused = await browser.submit({ phone, votes: '4', pay: 'momo', network: '' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Choose your network');
  expect(refused.fields).toMatchObject({ phone, votes: '4', pay: 'momo' });
  const landline = await browser.submit({ phone: '0302123456', network: 'mtn' });
  expect(landline.text).toContain('Mobile money needs a mobile number.');
  expect(await votesOf(phone)).toEqual([]);
  expect(await votesOf('0302123456')).toEqual([]);
});

it('a paid vote is not stored above what a wallet may pay, and the next press pays', async () => {
  const browser = await atPaidForm();
  const typed = { phone: aPhone('0003'), pay: 'momo', network: 'mtn' };
  const refused = await browser.submit({ ...typed, votes: '4000' });
  expect([refused.status, refused.text.includes('wallets may pay at most GHS')]).toEqual([400, true]);
  expect(await votesOf(typed.phone)).toEqual([]);
  const waiting = await browser.submit({ ...typed, votes: '3' });
  expect(waiting.text).toContain('Amount: GHS 3.00');
  expect(await votesOf(typed.phone)).toEqual(['PENDING']);
});

it('a paid vote is shown below its own contest only', async () => {
  const other = await aContest().save();
  const browser = await atPaidForm();
  const waiting = await askWallet(browser, { phone: aPhone('0003'), votes: '1', network: 'mtn' });
  const reference = referenceIn(waiting.text);
  expect((await browser.get(`/v/${other.id}/pay?reference=${reference}`)).status).toBe(404);
  expect((await browser.get(`/v/${contest.id}/pay?reference=A-NOTHING`)).status).toBe(404);
});
