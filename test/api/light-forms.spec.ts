import { randomUUID } from 'node:crypto';
import { aContest } from '../support/builders.js';
import {
  aLocalPhone,
  atForm,
  castsOf,
  codesTo,
  e164,
  formPath,
  type LightBrowser,
} from '../support/light.js';
import { testState } from '../support/state.js';

describe('a form', () => {
  const origin = (): string => testState().baseUrl;

  it('of another site is refused, whatever it holds', async () => {
    const contest = await aContest().save();
    const browser = await atForm(contest, { origin: 'https://elsewhere.example' });
    const refused = await browser.submit({ phone: aLocalPhone() });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await castsOf(contest)).toEqual([]);
  });

  it('is taken from a browser that names no origin only with the cookie it was made for', async () => {
    const contest = await aContest().save();
    const send = async (browser: LightBrowser, cookies: [string, string][]) => {
      const device = new Map(cookies);
      const cookie = [...device].map((pair) => pair.join('=')).join('; ');
      const { fields = {} } = browser.screen ?? {};
      return fetch(`${origin()}${await formPath(contest)}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...fields, phone: aLocalPhone(), step: 'vote' }),
        headers: cookie ? { cookie } : {},
      });
    };
    const browser = await atForm(contest);
    const without = await send(browser, []);
    expect(without.status).toBe(403);
    expect(await without.text()).toContain('allow cookies for this page');
    expect((await send(browser, [['abato_light', randomUUID()]])).status).toBe(403);
    expect(await castsOf(contest)).toEqual([]);
    expect((await send(browser, [...browser.cookies])).status).toBe(303);
  });

  it('that is not signed for this contest is shown again, with what was typed', async () => {
    const [contest, other] = await Promise.all([aContest().save(), aContest().save()]);
    const foreign = (await atForm(other)).screen?.fields ?? {};
    for (const forged of [
      { key: randomUUID() },
      { sig: undefined },
      { sig: 'x' },
      { key: 'x' },
      { at: '0' },
      { key: foreign['key'], at: foreign['at'], sig: foreign['sig'], own: foreign['own'] },
    ]) {
      const browser = await atForm(contest);
      const phone = aLocalPhone();
      const refused = await browser.submit({ phone, ...forged });
      expect([refused.status, refused.fields['phone']]).toEqual([403, phone]);
      expect(await castsOf(contest)).toEqual([]);
    }
  });

  it('is the only body that is taken: 16 KB and 200 fields at most', async () => {
    const contest = await aContest().save();
    const path = `${origin()}${await formPath(contest)}`;
    const send = async (body: string, type = 'application/x-www-form-urlencoded') =>
      (await fetch(path, { method: 'POST', body, headers: { 'content-type': type, origin: origin() } }))
        .status;
    expect(await send(`phone=${'x'.repeat(16 * 1024)}`)).toBe(413);
    expect(await send('a=1&'.repeat(201))).toBe(400);
    expect(await send('<xml/>', 'text/xml')).toBe(415);
    expect(await send('{"phone":{"a":1}}', 'application/json')).toBe(403);
  });

  it('that a browser sends by itself, without a button, takes the code', async () => {
    const contest = await aContest().verifiedPhones().save();
    const browser = await atForm(contest);
    const phone = aLocalPhone();
    expect((await browser.submit({ phone, step: undefined })).text).toContain('We have sent a code');
    const [code = ''] = await codesTo(e164(phone));
    expect((await browser.submit({ code, step: undefined })).text).toContain('Your vote is in');
  });

  it('of any content is answered without an error of the server', async () => {
    const contest = await aContest().verifiedPhones().save();
    const browser = await atForm(contest);
    const { fields = {} } = browser.screen ?? {};
    const signed = new URLSearchParams({
      key: fields['key'] ?? '',
      at: fields['at'] ?? '',
      sig: fields['sig'] ?? '',
    });
    const path = await formPath(contest);
    for (const wild of [
      '',
      '%',
      '%ff%fe=%00',
      '__proto__=x&constructor=y',
      'votes=%F0%9F%98%80&phone=%00',
      `nr=${'9'.repeat(400)}&step=again&phone=0201234567`,
      'nr=9&step=again&phone=x',
      'step=code&code=%00&phone=0201234567',
      'step=code&code=123456&nr=-1&phone=0201234567',
      'step=code&phone=',
      'step=toString',
      'votes=1e3&phone=0201234567',
      'phone=0301234567',
      `phone=${'5'.repeat(9_000)}`,
    ]) {
      for (const body of [wild, `${signed}&${wild}`]) {
        const answer = await fetch(`${origin()}${path}`, {
          method: 'POST',
          body,
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: origin() },
        });
        expect([wild, answer.status < 500, answer.headers.get('content-type')]).toEqual([
          wild,
          true,
          'text/html; charset=utf-8',
        ]);
      }
    }
    for (const wild of [
      `${path}?x=%`,
      `/v/${contest.id}?q=%00%ff&c=-1&p=x&p=y`,
      `/v/${contest.id}?q=${'Á'.repeat(2_000)}&c=99999`,
      `/v/${contest.id}/..%2f`,
      `/v/${contest.id}/${'9'.repeat(150)}`,
      `/v/${contest.id}/pay`,
      `/v/${contest.id}/pay?reference=%00&n=-5`,
      `/v/${contest.id}/pay?reference=a&reference=b`,
      `/v/${contest.id}/vote/x`,
    ])
      expect([wild, (await fetch(`${origin()}${wild}`)).status < 500]).toEqual([wild, true]);
    expect(await castsOf(contest)).toEqual([]);
  });
});
