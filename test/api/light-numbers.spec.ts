import { aContest, aUser, aVote, nomineeCode, sql } from '../support/builders.js';
import { withCodes } from '../support/electorate.js';
import { countedCasts } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { aLocalPhone, atForm, castsOf, codesTo, e164, formPath, LightBrowser } from '../support/light.js';
import { expectRefusal } from '../support/refusal.js';
import { secondUrl } from '../support/state.js';
import { UssdSession } from '../support/ussd.js';
import { orderCode } from '../support/verification.js';

const api = new ApiClient();

/** The form of a contest with verified numbers, and a number to type. */
async function atVerifiedForm() {
  const contest = await aContest().verifiedPhones().save();
  return { contest, browser: await atForm(contest), phone: aLocalPhone() };
}

it('a contest with verified numbers asks for the code from the SMS, counts nothing before, and remembers the browser', async () => {
  const { contest, browser, phone } = await atVerifiedForm();
  const asked = await browser.submit({ phone, votes: '2', name: 'Ama' });
  expect(asked.text).toContain(`We have sent a code to ${phone}.`);
  expect(asked.html).toMatch(/autocomplete="one-time-code"/i);
  expect(asked.fields).toMatchObject({ phone, votes: '2', name: 'Ama' });
  expect(await castsOf(contest)).toEqual([]);
  const [code = ''] = await codesTo(e164(phone));
  const wrong = await browser.submit({ code: code === '123456' ? '654321' : '123456' }, 'code');
  expect([wrong.status, wrong.fields['phone']]).toEqual([400, phone]);
  expect(wrong.text).toContain('This code is not right. 4 tries left.');
  const done = await browser.submit({ code: `${code.slice(0, 3)} ${code.slice(3)}` }, 'code');
  expect(done.text).toContain('Your 2 votes are in');
  await browser.get(await formPath(contest));
  expect((await browser.submit({ phone })).text).toContain('Your vote is in');
  expect((await castsOf(contest)).map(({ votes }) => votes)).toEqual([2, 1]);
  // Another number in the same browser is proven by itself.
  await browser.get(await formPath(contest));
  expect((await browser.submit({ phone: aLocalPhone() })).text).toContain('We have sent a code');
});

it('a contest with verified numbers sends one code when the button is pressed twice, and another when it is asked for', async () => {
  const { browser, phone } = await atVerifiedForm();
  const form = browser.screen;
  const again = new LightBrowser();
  again.screen = form;
  await Promise.all([browser.submit({ phone }), again.submit({ phone })]);
  browser.screen = form;
  expect((await browser.submit({ phone })).text).toContain('We have sent a code');
  expect(await codesTo(e164(phone))).toHaveLength(1);
  const orderedInFuture = (seconds: number) =>
    sql`UPDATE phone_verifications SET created_at = now() + make_interval(secs => ${seconds})
        WHERE phone = ${e164(phone)}`;
  // However long the machine takes to press the button.
  await orderedInFuture(20);
  const tooSoon = await browser.submit({}, 'again');
  expect([tooSoon.status, tooSoon.fields['phone'], tooSoon.fields['nr']]).toEqual([429, phone, '0']);
  // The first code is on its way: its field stays.
  expect(tooSoon.html).toMatch(/autocomplete="one-time-code"/i);
  expect(tooSoon.text).toContain('Not sent yet');
  await orderedInFuture(-60);
  await browser.submit({}, 'again');
  expect(await codesTo(e164(phone))).toHaveLength(2);
  const [code = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
});

it('a contest with verified numbers takes the code that comes after another one was asked for too early', async () => {
  const { browser, phone } = await atVerifiedForm();
  await browser.submit({ phone });
  await sql`UPDATE phone_verifications SET created_at = now() + interval '20 seconds'
      WHERE phone = ${e164(phone)}`;
  const tooEarly = await browser.submit({}, 'again');
  expect([tooEarly.status, 'code' in tooEarly.fields]).toEqual([429, true]);
  const [code = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
});

it('a contest with verified numbers takes the code of a form that had ordered all it may', async () => {
  const { browser, phone } = await atVerifiedForm();
  const first = await browser.submit({ phone, nr: '9' });
  await sql`UPDATE phone_verifications SET created_at = created_at - interval '1 minute'
      WHERE phone = ${e164(phone)}`;
  const another = await browser.submit({}, 'again');
  expect([another.fields['nr'], another.fields['key'] === first.fields['key']]).toEqual(['0', false]);
  const [code = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
});

it('a contest with verified numbers sends a new code by the same form when the first one is not valid any more', async () => {
  const { browser, phone } = await atVerifiedForm();
  const form = browser.screen;
  await browser.submit({ phone });
  await sql`UPDATE phone_verifications SET created_at = created_at - interval '6 minutes', expires_at =
      expires_at - interval '6 minutes' WHERE phone = ${e164(phone)}`;
  const [old = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code: old }, 'code')).status).toBe(410);
  browser.screen = form;
  await browser.submit({ phone });
  const [code = ''] = await codesTo(e164(phone));
  expect(await codesTo(e164(phone))).toHaveLength(2);
  expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
});

it('a contest with verified numbers lets the number be changed before the code is typed', async () => {
  const { contest, browser, phone } = await atVerifiedForm();
  await browser.submit({ phone, name: 'Ama' });
  expect(await browser.submit({}, 'edit')).toMatchObject({ fields: { phone, name: 'Ama' } });
  const other = aLocalPhone();
  expect((await browser.submit({ phone: other })).text).toContain(`We have sent a code to ${other}.`);
  // The code of one number does not prove another.
  const [code = ''] = await codesTo(e164(other));
  expect((await browser.submit({ phone, code }, 'code')).status).toBe(400);
  expect(await countedCasts(contest)).toBe(0);
});

it('a contest with verified numbers says that a landline cannot have a code', async () => {
  const contest = await aContest().verifiedPhones().save();
  const refused = await (await atForm(contest)).submit({ phone: '0302123456' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Codes can only be sent to mobile numbers of Ghana.');
});

it('a number that is proven by dialling lets its browser vote after the phone has dialled what the page shows, and sends no SMS', async () => {
  const { contest, browser, phone } = await atVerifiedForm();
  const asked = await browser.submit({ phone, votes: '2', prove: 'ussd' });
  const [, number = ''] = /\*713\*7\*(\d{4})#/.exec(asked.text) ?? [];
  expect(asked.text).toContain(`Dial this on the phone with the number ${phone}:`);
  expect(Buffer.byteLength(asked.html)).toBeLessThanOrEqual(15 * 1024);
  const waiting = await browser.submit({}, 'dialled');
  expect(waiting.text).toContain('We have not seen it yet.');
  expect(waiting.text).toContain(`*713*7*${number}#`);
  expect(await castsOf(contest)).toEqual([]);
  await new UssdSession('africastalking', e164(phone)).dial('7', number);
  expect((await browser.submit({}, 'dialled')).text).toContain('Your 2 votes are in');
  expect(await castsOf(contest)).toEqual([{ votes: 2, source: 'LIGHT', status: 'COMPLETED' }]);
  const rows = await sql`SELECT channel FROM phone_verifications WHERE phone = ${e164(phone)}`;
  expect(rows).toEqual([{ channel: 'ussd' }]);
});

it('a number that is proven by dialling gets a new number when the old one is not valid any more, and an SMS when it is asked for', async () => {
  const { browser, phone } = await atVerifiedForm();
  await browser.submit({ phone, prove: 'ussd' });
  await sql`UPDATE phone_verifications
      SET created_at = created_at - interval '6 minutes', expires_at = expires_at - interval '6 minutes'
      WHERE phone = ${e164(phone)}`;
  expect((await browser.submit({}, 'dialled')).text).toContain('Please dial this new one.');
  expect((await browser.submit({}, 'again')).text).toContain(`We have sent a code to ${phone}.`);
  expect((await browser.submit({}, 'dial')).text).toMatch(/\*713\*7\*\d{4}#/);
});

it('a number that is proven by dialling stays on the page when an SMS is refused in its place', async () => {
  const { browser, phone } = await atVerifiedForm();
  await browser.submit({ phone });
  await sql`UPDATE phone_verifications SET created_at = now() + interval '20 seconds'
      WHERE phone = ${e164(phone)}`;
  const dialled = await browser.submit({}, 'dial');
  const [number] = /\*713\*7\*\d{4}#/.exec(dialled.text) ?? [];
  expect(number).toBeDefined();
  const refused = await browser.submit({}, 'again');
  expect([refused.status, refused.fields['prove'], refused.fields['nr']]).toEqual([429, 'ussd', '0']);
  expect(refused.text).toContain(number);
});

it('an election takes a printed ballot code without a phone number, once per category', async () => {
  const { contest, codes } = await withCodes(await aUser().save(), 1);
  const browser = await atForm(contest);
  expect(browser.screen?.html).toContain('name="ballot"');
  const wrong = await browser.submit({ ballot: 'nonsense' });
  expect([wrong.status, wrong.fields['ballot']]).toEqual([403, 'nonsense']);
  const typed = ` ${(codes[0] ?? '').toLowerCase().replace('-', ' ')} `;
  expect((await browser.submit({ ballot: typed })).text).toContain('Your vote is in');
  await browser.get(await formPath(contest));
  expect((await browser.submit({ ballot: typed })).status).toBe(403);
  expect(await castsOf(contest)).toEqual([{ votes: 1, source: 'LIGHT', status: 'COMPLETED' }]);
  await browser.get(await formPath(contest));
  const neither = await browser.submit({});
  expect([neither.status, neither.html.includes('id="phone-e"')]).toEqual([400, true]);
});

it('a ballot code that needs a person check is told the full page, not a code to dial', async () => {
  const { contest, codes } = await withCodes(await aUser().save(), 1);
  await sql`INSERT INTO ballot_guesses (contest_id, network, since, wrong) SELECT ${contest.id}, '',
      date_trunc('hour', now()) + n * interval '1 hour', 1000 FROM generate_series(0, 1) n`;
  const browser = await atForm(contest);
  const refused = await browser.submit({ ballot: codes[0] ?? '' });
  expect([refused.status, refused.fields['ballot']]).toEqual([403, codes[0]]);
  expect(refused.text).toContain('Please use the full page to vote.');
  expect(refused.text).not.toContain('Please dial');
});

it('where no SMS can be sent no code is ordered, and the page names another way', async () => {
  for (const contest of [
    await aContest().verifiedPhones().save(),
    await aContest().electorate().personCheck().save(),
  ]) {
    const phone = aLocalPhone();
    await expectRefusal(orderCode(contest, e164(phone), new ApiClient(secondUrl())), 409, 'CONFLICT');
    const browser = new LightBrowser({}, secondUrl());
    await browser.get(await formPath(contest));
    const refused = await browser.submit({ phone });
    expect([refused.status, refused.fields['phone']]).toEqual([403, phone]);
    expect(refused.text).toContain(
      `Please dial *713*${await nomineeCode(contest.contestant.id)}# on your phone`,
    );
    expect(await codesTo(e164(phone))).toEqual([]);
  }
});

it('where the API asks for a person check a code by SMS takes its place, for that number only', async () => {
  const contest = await aContest().personCheck().freeVotesPerHour(2).save();
  const browser = await atForm(contest);
  const phone = aLocalPhone();
  const asked = await browser.submit({ phone });
  expect(asked.text).toContain('We have sent a code');
  // Here a number is not proven once for the contest: the code stands for the person.
  expect(asked.text).toContain('It shows that a person with a phone casts this vote.');
  expect(asked.text).not.toContain('each number is proven once');
  expect(await castsOf(contest)).toEqual([]);
  const [code = ''] = await codesTo(e164(phone));
  expect((await browser.submit({ code }, 'code')).text).toContain('Your vote is in');
  await browser.get(await formPath(contest));
  expect((await browser.submit({ phone })).text).toContain('Your vote is in');
  // The limits of free votes hold for proven numbers too, and other numbers are not proven.
  await browser.get(await formPath(contest));
  expect((await browser.submit({ phone })).status).toBe(429);
  await browser.get(await formPath(contest));
  expect((await browser.submit({ phone: aLocalPhone() })).text).toContain('We have sent a code');
  expect(await countedCasts(contest)).toBe(2);
});

it('where the API asks for a person check names the code to dial where no SMS can be sent', async () => {
  const contest = await aContest().personCheck().save();
  const browser = new LightBrowser({}, secondUrl());
  await browser.get(await formPath(contest));
  const refused = await browser.submit({ phone: aLocalPhone() });
  expect([refused.status, (await castsOf(contest)).length]).toEqual([403, 0]);
  expect(refused.text).toContain(
    `Please dial *713*${await nomineeCode(contest.contestant.id)}# on your phone`,
  );
});

it('where the API asks for a person check the proof of the light page is no check for the API', async () => {
  const contest = await aContest().personCheck().save();
  const browser = await atForm(contest);
  const phone = aLocalPhone();
  await browser.submit({ phone });
  await browser.submit({ code: (await codesTo(e164(phone)))[0] ?? '' }, 'code');
  const token = browser.cookies.get('abato_proof') ?? '';
  expect(token).not.toBe('');
  const refused = await api.post('/votes/cast', aVote(contest, { voterPhone: phone }), {
    headers: { 'x-voter-token': token },
  });
  expect([refused.status, refused.code]).toEqual([403, 'CHALLENGE_REQUIRED']);
});
