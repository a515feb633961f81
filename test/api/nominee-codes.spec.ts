import type { ContestantView, NomineeByCode, PublicContestView } from '@abato/contracts';
import { aContest, inTransaction, nomineeCode, withOwner, sql } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { waitFor } from '../support/wait-for.js';

const api = new ApiClient();
const lookUp = (code: string) => api.get<NomineeByCode>(`/contestants/code/${code}`);

/** Let the number that leads to this code be drawn next, as after all numbers were drawn once. */
async function drawNext(code: string): Promise<void> {
  const { length: rowCount } =
    await sql`SELECT setval('nominee_code_draws', n, false) FROM generate_series(0, 98999) n
       WHERE CASE WHEN n < 9000 THEN 1000 + (n * 3571 + 2718) % 9000
       ELSE 10000 + ((n - 9000) * 37199::bigint + 28182) % 90000 END::text = ${code}`;
  expect(rowCount).toBe(1);
}

/** What is drawn next if this code was never released. */
const drawnUnlessReleased = async (code: string): Promise<string | undefined> =>
  inTransaction(async (client) => {
    await client.query('DELETE FROM released_codes WHERE code = $1', [code]);
    await drawNext(code);
    return (await client.query<{ code: string }>('SELECT draw_nominee_code() AS code')).rows[0]?.code;
  }, 'ROLLBACK');

it('the code of a nominee is given by the server, shown to organisers and the public, and never shared by contestants made at the same time', async () => {
  const { owner, contest } = await withOwner(aContest().withContestants(1, 0, 0, 0, 0));
  const lists = await Promise.all(
    contest.categories.map(({ id }, nr) =>
      owner.api.post<ContestantView[]>('/contestants/list', {
        categoryId: id,
        list: Array.from({ length: 40 }, (_, at) => `Nominee ${nr}-${at}`).join('\n'),
      }),
    ),
  );
  const codes = lists.flatMap(({ data }) => data.map(({ code }) => code));
  expect(codes).toHaveLength(200);
  for (const code of codes) expect(code).toMatch(/^[1-9]\d{3,5}$/);
  expect(new Set(codes).size).toBe(200);
  const seen = (await api.get<PublicContestView>(`/contests/${contest.id}/public`)).data;
  const shown = seen.categories.flatMap(({ contestants }) => contestants.map(({ code }) => code));
  expect(new Set(shown)).toEqual(new Set([...codes, await nomineeCode(contest.contestant.id)]));
  await expect(
    sql`UPDATE contestants SET code = ${codes[0]} WHERE id = ${contest.contestant.id}`,
  ).rejects.toMatchObject({ code: '23505' });
});

it('the code of a nominee names the nominee, the contest and its price to anyone', async () => {
  const contest = await aContest().paid('1.50').save();
  const answer = await lookUp(await nomineeCode(contest.contestant.id));
  expect(answer.status).toBe(200);
  expect(answer.data).toEqual({
    contestId: contest.id,
    categoryId: contest.contestant.categoryId,
    contestantId: contest.contestant.id,
    name: contest.contestant.name,
    contestTitle: contest.title,
    votePrice: 1.5,
    open: true,
    reason: null,
    ussd: `*713*${await nomineeCode(contest.contestant.id)}#`,
  });
  const paused = await aContest().paused().save();
  expect((await lookUp(await nomineeCode(paused.contestant.id))).data).toMatchObject({
    open: false,
    reason: 'CONTEST_PAUSED',
  });
});

it('the code of a nominee is answered as not found for a draft, an archived contestant and what is no code', async () => {
  const draft = await aContest().draft().save();
  const contest = await aContest().save();
  await sql`UPDATE contestants SET archived_at = now() WHERE id = ${contest.contestant.id}`;
  const codes = [await nomineeCode(draft.contestant.id), await nomineeCode(contest.contestant.id)];
  for (const code of [...codes, '0000', '123', '1234567', '12a4', '%00', '1234%0A'])
    expect([code, (await lookUp(code)).status]).toEqual([code, 404]);
});

it('the code of a nominee is not given again after its contestant was deleted, even when its number is drawn again', async () => {
  const { owner, contest } = await withOwner(aContest().withContestants(2));
  const code = await nomineeCode(contest.contestant.id);
  await sql`DELETE FROM contestants WHERE id = ${contest.contestant.id}`;
  const lastValue = await sql.value<number>`SELECT last_value FROM nominee_code_draws`;
  // Another spec file may draw in between.
  await waitFor(async () => (await drawnUnlessReleased(code)) === code, {
    withinMs: 20_000,
    what: 'the number of this code',
  });
  await drawNext(code);
  const [categoryId] = contest.categories.map(({ id }) => id);
  const added = await owner.api.post<ContestantView[]>('/contestants/list', { categoryId, list: 'A\nB\nC' });
  await sql`SELECT setval('nominee_code_draws', greatest(${lastValue}, last_value)) FROM nominee_code_draws`;
  expect(added.status).toBe(201);
  const given = added.data.map((one) => one.code);
  expect(given).toHaveLength(3);
  expect(given).not.toContain(code);
});
