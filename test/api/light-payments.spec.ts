import { aContest, aUser, sql } from '../support/builders.js';
import { e164, formPath, LightBrowser } from '../support/light.js';
import { phonesOf, typed } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';

const simulator = new SimulatorControl();

const contest = await aContest().paid('1.00').save();
const path = await formPath(contest);
const nextPhone = phonesOf('light-payments');

/** A number of its own that answers prompts by hand only. @param ending what the simulated phone does */
const aPhone = (ending: string): string => typed(nextPhone(ending));

async function atForm(): Promise<LightBrowser> {
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
  const rows = await sql<{ status: string }>`SELECT status FROM votes WHERE contest_id = ${contest.id}
    AND voter_phone = ${e164(phone)} ORDER BY id`;
  return rows.map(({ status }) => status);
};

/** Ask until the payment is decided, as the page does by itself. */
const decided = async (browser: LightBrowser) =>
  waitFor(async () => {
    const [, next] = /http-equiv="refresh" content="\d+;url=([^"]+)"/.exec(browser.screen?.html ?? '') ?? [];
    if (!next) return browser.screen;
    await browser.get(next.replaceAll('&amp;', '&'));
    return null;
  });

describe('a paid vote', () => {
  it('is paid by mobile money: the page waits, asks by itself, and shows the receipt', async () => {
    const browser = await atForm();
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

  it('asks a wallet for what the voter was shown, and for nothing else', async () => {
    const owner = await aUser().save();
    const dearer = await aContest().paid('1.00').ownedBy(owner).save();
    const browser = new LightBrowser();
    await browser.get(await formPath(dearer));
    expect(browser.screen?.text).toContain('GHS 1.00');
    const price = await owner.api.put(`/contests/${dearer.id}`, { votePrice: 2 });
    expect(price.status).toBe(200);
    const payments = async () => {
      const rows = await sql<{ amount: number }>`SELECT p.amount_pesewas AS amount FROM payments p
        JOIN votes v ON v.id = p.vote_id WHERE v.contest_id = ${dearer.id}`;
      return rows;
    };
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

  it('is paid on the provider’s page, which leads back to the light page', async () => {
    const browser = await atForm();
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
    const rows = await sql<{ reference: string }>`SELECT p.reference FROM payments p
      JOIN votes v ON v.id = p.vote_id WHERE v.voter_phone = ${e164(phone)}`;
    const { redirect } = await simulator.complete(rows[0]?.reference ?? '');
    const back = new URL(redirect ?? '');
    expect(back.pathname).toBe(`/v/${contest.id}/pay`);
    await browser.get(`${back.pathname}${back.search}`);
    expect((await decided(browser))?.text).toContain('Your vote is in');
  });

  it('asks for the voucher with Telecel, again when it is wrong', async () => {
    const browser = await atForm();
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

  it('that fails says so, and that nothing was taken', async () => {
    const browser = await atForm();
    const waiting = await askWallet(browser, { phone: aPhone('0003'), votes: '1', network: 'mtn' });
    await simulator.complete(referenceIn(waiting.text), 'failed');
    const failed = await decided(browser);
    expect(failed?.text).toContain('Payment not confirmed');
    expect(failed?.text).toContain('No money was taken');
  });

  it('is not stored while the way to pay is not chosen', async () => {
    const browser = await atForm();
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

  it('is not stored above what a wallet may pay, and the next press pays', async () => {
    const browser = await atForm();
    const typed = { phone: aPhone('0003'), pay: 'momo', network: 'mtn' };
    const refused = await browser.submit({ ...typed, votes: '4000' });
    expect([refused.status, refused.text.includes('wallets may pay at most GHS')]).toEqual([400, true]);
    expect(await votesOf(typed.phone)).toEqual([]);
    const waiting = await browser.submit({ ...typed, votes: '3' });
    expect(waiting.text).toContain('Amount: GHS 3.00');
    expect(await votesOf(typed.phone)).toEqual(['PENDING']);
  });

  it('is shown below its own contest only', async () => {
    const other = await aContest().save();
    const browser = await atForm();
    const waiting = await askWallet(browser, { phone: aPhone('0003'), votes: '1', network: 'mtn' });
    const reference = referenceIn(waiting.text);
    expect((await browser.get(`/v/${other.id}/pay?reference=${reference}`)).status).toBe(404);
    expect((await browser.get(`/v/${contest.id}/pay?reference=A-NOTHING`)).status).toBe(404);
  });
});
