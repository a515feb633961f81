import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiptSigner } from '@abato/transparency';
import type { CastVoteResult, Receipt } from '@abato/contracts';
import { runAdmin } from '../support/admin.js';
import { aContest, aUser, aVote, type BuiltContest, withOwner } from '../support/builders.js';
import { castByCode, withCodes } from '../support/electorate.js';
import { manyPhonesOfOneDevice } from '../support/held-votes.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, payCounted, verify, waitForState } from '../support/payments.js';
import { phonesOf } from '../support/phones.js';
import { SimulatorControl } from '../support/simulator.js';
import { aFolder, testSecrets } from '../support/state.js';
import { holdBatches, logOf, sizeOf, verifier, waitForLog } from '../support/transparency.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const newPhone = phonesOf('transparency-receipts');

const receipt = (code: string, phone?: string) =>
  api.get<Receipt>(
    `/receipts/${encodeURIComponent(code)}`,
    phone ? { headers: { 'x-voter-phone': phone } } : {},
  );

const castWithCode = async (contest: BuiltContest, fields: Record<string, unknown> = {}): Promise<string> =>
  (await api.post<CastVoteResult>('/votes/cast', aVote(contest, fields))).data.receiptCode ?? '';

/** Hash of an entry as a leaf (RFC 6962), written from the documents alone. */
function leafOf(entry: object): string {
  const sorted = Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(Uint8Array.of(0)).update(JSON.stringify(sorted)).digest('hex');
}

async function publishedLeaf(contest: BuiltContest, size: number, index: number): Promise<string> {
  const tile = await fetch(`${logOf(contest)}/tile/0/000.p/${size}`);
  return Buffer.from(await tile.arrayBuffer()).toString('hex', index * 32, index * 32 + 32);
}

/** What the salt shows: the number that the entry commits to (ADR 111). */
const commitmentTo = (phone: string, salt: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'base64')).update(`voter:${phone}`).digest('base64');

it('a receipt of a free vote names the published entry and checkpoint; the salt is for the voter’s own number alone', async () => {
  const contest = await aContest().save();
  await castWithCode(contest);
  const phone = newPhone();
  const code = await castWithCode(contest, { voterPhone: phone, voteCount: 2 });
  await waitForLog(contest, 2, 3);
  for (const text of [code, code.toLowerCase().replaceAll('-', ' ')]) {
    const { status, data, headers } = await receipt(text);
    expect(status).toBe(200);
    expect(data).toMatchObject({ code, contestId: contest.id, state: 'LOGGED', later: [], erased: false });
    expect(data.entry).toMatchObject({ v: 2, kind: 'free', contestant: contest.contestant.id, votes: 2 });
    expect(leafOf(data.entry ?? {})).toBe(await publishedLeaf(contest, 3, data.index ?? -1));
    expect(data.checkpoint).toBe(await (await fetch(`${logOf(contest)}/checkpoint`)).text());
    expect(`${data.key}\n`).toBe(await (await fetch(`${logOf(contest)}/key`)).text());
    expect(data).not.toHaveProperty('salt');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  const { data } = await receipt(code, phone.replace('+233', '0'));
  expect(commitmentTo(phone, data.salt ?? '')).toBe(data.entry?.voter);
  const wrong = await receipt(code, newPhone());
  expect([wrong.status, wrong.code, wrong.data]).toEqual([404, 'VOTE_NOT_FOUND', undefined]);
});

it('a receipt comes with a signed statement at the cast; the verifier takes it, and fails when its minute is over and the log lacks the entry', async () => {
  const contest = await aContest().save();
  const phone = newPhone();
  const vote = aVote(contest, { voterPhone: phone });
  const headers = { 'idempotency-key': randomUUID() };
  const first = (await api.post<CastVoteResult>('/votes/cast', vote, { headers })).data;
  const { receiptCode = '', receipt: note = '' } = first;
  const [origin, what, code, minute = '', commitment] = note.split('\n');
  expect([what, code]).toEqual(['receipt', receiptCode]);
  expect(origin).toMatch(new RegExp(`/log/${contest.id}$`));
  expect(Date.parse(minute)).toBeGreaterThan(Date.now());
  // A repeated request, the receipt and the file for the light page have the same.
  const again = (await api.post<CastVoteResult>('/votes/cast', vote, { headers })).data;
  expect(again).toEqual(first);
  await waitForLog(contest, 1, 1);
  const { data } = await receipt(receiptCode, phone);
  expect([data.statement, data.entry?.voter, first.commitment]).toEqual([note, commitment, commitment]);
  expect(commitmentTo(phone, data.salt ?? '')).toBe(commitment);
  const file = await api.get<never>(`/receipts/${receiptCode}/statement`);
  expect([file.headers.get('content-disposition'), file.body]).toEqual([
    `attachment; filename="receipt-${receiptCode}.txt"`,
    note,
  ]);

  const folder = aFolder();
  const check = async (text: string) => {
    writeFileSync(join(folder, 'receipt.txt'), text);
    return verifier(logOf(contest), '--receipt', join(folder, 'receipt.txt'));
  };
  expect(await check(note)).toMatchObject({
    code: 0,
    out: expect.stringMatching(new RegExp(`has signed that .* ${receiptCode} by ${minute}[^]*entry 1 is in`)),
  });
  const other = createHash('sha256').update('another vote').digest('base64');
  for (const [part, by] of [
    [minute, '2026-01-01T00:00Z'],
    [commitment ?? '', other],
  ] as const)
    expect((await check(note.replace(part, by))).out).toContain('the signature is wrong');
  // Signed by the site for a vote that it denies.
  const signer = new ReceiptSigner({
    RESULT_DEADLINE_HOURS: 24,
    PUBLIC_URL: `https://${origin?.split('/')[0]}`,
    LOG_SIGNING_KEY: testSecrets().logSigningKey,
  });
  const denied = signer.sign({
    contestId: contest.id,
    code: '0000-0000-0000',
    commitment: other,
    countedAt: new Date(Date.now() - 17 * 60_000),
    end: new Date(Date.now() + 60_000),
  });
  expect(await check(denied ?? '')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/the site promised .* 0000-0000-0000 by .*, and the log lacks it/),
  });
});

it('a receipt of a paid vote exists once it counts, and lists what was taken back later', async () => {
  const contest = await aContest().paid('1.00').save();
  const { reference } = await payCounted(contest, { voteCount: 3 });
  const { receiptCode = '' } = (await verify(reference)).data;
  await waitForLog(contest, 1, 3);
  expect((await receipt(receiptCode ?? '')).data).toMatchObject({
    code: receiptCode,
    state: 'LOGGED',
    index: 1,
    entry: { kind: 'paid', votes: 3, amount: 300 },
    later: [],
    takenBack: null,
    statement: expect.stringContaining(receiptCode ?? ''),
  });
  const simulator = new SimulatorControl();
  await simulator.dispute(reference);
  await waitForState(reference, 'DISPUTED');
  await simulator.dispute(reference, { action: 'resolve', resolution: 'merchant-accepted' });
  await waitForState(reference, 'REVERSED');
  await waitForLog(contest, 2, 0);
  const { data } = await receipt(receiptCode ?? '');
  expect(data.takenBack).toBe('DISPUTED');
  expect(data.later).toMatchObject([{ index: 2, entry: { kind: 'reversal', votes: -3, amount: -300 } }]);
  expect(leafOf(data.later[0]?.entry ?? {})).toBe(await publishedLeaf(contest, 3, 2));
});

it('a receipt of a vote without a number commits to its code, which all who have it can open with the salt', async () => {
  const { contest, codes } = await withCodes(await aUser().save(), 1);
  const headers = { 'idempotency-key': randomUUID() };
  const cast = await castByCode(contest, codes[0] ?? '', {}, { headers });
  const { receiptCode = '', commitment = '', receipt: note = '' } = cast.data;
  expect(note.split('\n')[4]).toBe(commitment);
  const found = await waitFor(
    async () => {
      const { data } = await receipt(receiptCode);
      return data.entry && { ...data, entry: data.entry };
    },
    { what: 'the entry' },
  );
  const opened = createHash('sha256').update(Buffer.from(found.salt ?? '', 'base64'));
  expect(opened.update(`ballot:${receiptCode}`).digest('base64')).toBe(commitment);
  expect(found).toMatchObject({ statement: note, entry: { v: 2, channel: 'ballot', ballot: commitment } });
  expect(found.entry).toMatchObject({ cast: found.entry.minute });
  expect(found.entry).not.toHaveProperty('voter');
  expect((await castByCode(contest, codes[0] ?? '', {}, { headers })).data.commitment).toBe(commitment);
});

it('a receipt of a vote that no checkpoint covers yet says so', async () => {
  const contest = await aContest().save();
  const code = await castWithCode(contest);
  await waitForLog(contest, 1, 1);
  const batch = await holdBatches(contest);
  try {
    const second = await castWithCode(contest);
    await batch.pid();
    expect((await receipt(second)).data).toMatchObject({ state: 'WAITING', index: null, entry: null });
    expect((await receipt(code)).data).toMatchObject({ state: 'LOGGED', index: 1 });
    await batch.letGo();
    await waitForLog(contest, 2, 2);
    expect((await receipt(second)).data).toMatchObject({ state: 'LOGGED', index: 2 });
  } finally {
    await batch.letGo();
  }
});

it('a receipt of a held vote tells that it does not count yet', async () => {
  const { held } = await manyPhonesOfOneDevice(await aContest().save(), 6);
  expect((await receipt(held[0]?.receiptCode ?? '')).data).toMatchObject({
    state: 'HELD',
    index: null,
    entry: null,
    checkpoint: null,
  });
});

it('a receipt names an entry that does not say what it counts for while results are hidden, and its key afterwards', async () => {
  const { owner, contest } = await withOwner(aContest().resultsHidden());
  const phone = newPhone();
  const code = await castWithCode(contest, { voterPhone: phone, voteCount: 3 });
  await waitFor(() => sizeOf(contest), { what: 'the entry' });
  const { data } = await receipt(code, phone);
  expect(data).toMatchObject({ state: 'HIDDEN', index: 1, later: [], reveals: [] });
  expect(Object.keys(data.entry ?? {}).sort()).toEqual([
    'cast',
    'channel',
    'hidden',
    'hiddenBy',
    'kind',
    'minute',
    'v',
    'voter',
  ]);
  expect(leafOf(data.entry ?? {})).toBe(await publishedLeaf(contest, 2, 1));
  expect(data.entry?.voter).toBe(commitmentTo(phone, data.salt ?? ''));
  expect((await owner.api.patch(`/contests/${contest.id}/toggle-results`)).status).toBe(200);
  const shown = await waitFor(
    async () => {
      const answer = await receipt(code);
      return answer.data.reveals.length ? answer.data : null;
    },
    { what: 'the key' },
  );
  expect(shown).toMatchObject({ state: 'LOGGED', index: 1, entry: data.entry });
  const key = Buffer.from((shown.reveals[0]?.entry.key ?? '') as string, 'base64');
  expect(createHash('sha256').update(key).digest('base64')).toBe(data.entry?.hiddenBy);
});

it('a receipt of an erased voter keeps the entry, and no number opens it any more', async () => {
  const contest = await aContest().save();
  const phone = newPhone();
  const code = await castWithCode(contest, { voterPhone: phone });
  await waitForLog(contest, 1, 1);
  expect((await runAdmin(['erase-person', '--phone', phone, '--yes'])).code).toBe(0);
  expect((await receipt(code)).data).toMatchObject({ state: 'LOGGED', index: 1, erased: true });
  expect((await receipt(code, phone)).status).toBe(404);
});

it('a receipt that does not exist, or is of an unpaid vote, is answered like a wrong number', async () => {
  const { reference } = await beginPaid(await aContest().paid('1.00').save());
  for (const code of ['7K3M-9QXT', '0000-0000-0000', 'x', reference, '%00']) {
    const answer = await receipt(code);
    expect([code, answer.status, answer.code, answer.message]).toEqual([
      code,
      404,
      'VOTE_NOT_FOUND',
      'Vote not found',
    ]);
  }
});

it('a receipt stops a person who tries numbers', async () => {
  const code = await castWithCode(await aContest().save());
  // At once: one after the other, on a slow machine, each could come after the wait that it is to be refused for.
  // However the code is written: its letters in another case, with other signs between them.
  const spelt = [code, code.toLowerCase(), code.replaceAll('-', ' '), code.replaceAll('-', '')];
  const tried = await Promise.all(
    Array.from({ length: 12 }, (_, nr) => receipt(spelt[nr % spelt.length] as string, newPhone())),
  );
  expect(tried.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(tried.filter((one) => one.code === 'RATE_LIMITED')).toHaveLength(2);
});
