import { strFromU8, unzipSync } from 'fflate';
import { aContest, aUser, aVote, sql, withOwner } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { beginPaid, payCounted } from '../support/payments.js';
import { testState } from '../support/state.js';

const api = new ApiClient();
const rowsOf = (csv: unknown): string[] => String(csv).replace('\uFEFF', '').trimEnd().split('\r\n');

it('exports hold every vote once, masked, and harmless for a spreadsheet', async () => {
  const { owner, contest } = await withOwner();
  await api.post(
    '/votes/cast',
    aVote(contest, {
      voterName: '=HYPERLINK("http://evil")',
      voterEmail: 'kofi@example.com',
      voterPhone: '+233241234567',
    }),
  );
  await api.post('/votes/cast', aVote(contest, { voteCount: 3 }));
  const answer = await owner.api.get(`/contests/${contest.id}/export/votes.csv`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const rows = rowsOf(answer.body);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('"Votes"');
  expect(rows[1]).toContain(`" =HYPERLINK(""http://evil"")"`);
  expect(rows[1]).not.toContain("'");
  // A time that spreadsheets read, and a number that none takes for a formula.
  expect(rows[1]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  expect(rows[1]).toContain('"024 *** **67"');
  expect(rows[1]).toContain('k***@example.com');
  expect(answer.body).not.toContain('+233241234567');
});

it('exports keep what was not paid apart from what was, and say what is left', async () => {
  const { owner, contest } = await withOwner(aContest().paid('2.00'));
  const paid = await payCounted(contest, { voteCount: 3 });
  const open = await beginPaid(contest, { voteCount: 5 });
  for (const kind of ['votes', 'payments']) {
    const [head = '', ...rows] = rowsOf(
      (await owner.api.get(`/contests/${contest.id}/export/${kind}.csv`)).body,
    );
    const columns = head.replaceAll('"', '').split(',');
    const figuresOf = (row: string | undefined) => {
      const cells = (row ?? '').split(',');
      return ['Amount (GHS)', 'Returned (GHS)', 'Net (GHS)', 'Not paid (GHS)'].map((name) =>
        Number(cells[columns.indexOf(name)]),
      );
    };
    const rowOf = (one: { voteId: string; reference: string }) =>
      rows.find((row) => row.includes(one.voteId) || row.includes(one.reference));
    // The provider keeps 1.95 % of a payment; a vote has no fee.
    expect(figuresOf(rowOf(paid))).toEqual([6, 0, kind === 'votes' ? 6 : 5.88, 0]);
    expect(figuresOf(rowOf(open))).toEqual([0, 0, 0, 10]);
  }
});

it('exports are Excel files too, with numbers and times as such', async () => {
  const { owner, contest } = await withOwner();
  await api.post('/votes/cast', aVote(contest, { voteCount: 3, voterName: '=1+1' }));
  const answer = await fetch(`${testState().baseUrl}/api/contests/${contest.id}/export/votes.xlsx`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(answer.headers.get('content-disposition')).toMatch(/-votes-\d{4}-\d\d-\d\d\.xlsx"$/);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain('<v>3</v>');
  // Neither is the name a formula nor the time a text.
  expect(sheet).not.toContain('<f>');
  expect(strFromU8(files['xl/styles.xml'] ?? new Uint8Array())).toContain('yyyy-mm-dd hh:mm:ss');
});

it('exports have a file name of their own per contest and kind, whatever the titles', async () => {
  const owner = await aUser().save();
  const contests = await Promise.all([0, 1, 2].map(() => aContest().ownedBy(owner).save()));
  const titles = ['Volta Awards "2026"\u00a0/ ../x', 'Volta Awards "2026"\u00a0/ ../x', '投票'];
  const names: string[] = [];
  for (const [index, { id }] of contests.entries()) {
    expect((await owner.api.put(`/contests/${id}`, { title: titles[index] })).status).toBe(200);
    for (const kind of ['votes', 'payments']) {
      const { headers } = await owner.api.get(`/contests/${id}/export/${kind}.csv`);
      const name = /^attachment; filename="([a-z0-9.-]+)"$/.exec(
        headers.get('content-disposition') ?? '',
      )?.[1];
      expect(name).toMatch(
        new RegExp(
          `^${index < 2 ? 'volta-awards-2026-x' : 'contest'}-${id.slice(-8)}-${kind}-\\d{4}-\\d\\d-\\d\\d\\.csv$`,
        ),
      );
      names.push(name ?? '');
    }
  }
  expect(new Set(names).size).toBe(6);
});

it('exports go on over many pages', async () => {
  const { owner, contest } = await withOwner();
  await sql`INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas,
       amount_pesewas, status, source,
         voter_phone, idempotency_key, request_digest, created_at, counted_at)
       SELECT uuidv7(), ${contest.id}, ${contest.contestant.categoryId}, ${contest.contestant.id}, 1, 0, 0,
       'COMPLETED', 'WEB', '+233241234567', gen_random_uuid(), ''::bytea, now(), now()
       FROM generate_series(1, 4500)`;
  const rows = rowsOf((await owner.api.get(`/contests/${contest.id}/export/votes.csv`)).body);
  expect(rows).toHaveLength(4501);
  expect(new Set(rows).size).toBe(4501);
});

it('exports are for the owner and super admins only', async () => {
  const contest = await aContest().save();
  const [stranger, admin] = [await aUser().save(), await aUser().superAdmin().save()];
  for (const kind of ['votes', 'payments']) {
    const path = `/contests/${contest.id}/export/${kind}.csv`;
    expect((await api.get(path)).status).toBe(401);
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await admin.api.get(path)).status).toBe(200);
  }
});
