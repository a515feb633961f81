import { aContest, aUser, aVote, closeDatabase, database } from '../support/builders.js';
import { ApiClient } from '../support/http.js';

const api = new ApiClient();
afterAll(closeDatabase);

const rowsOf = (csv: unknown): string[] => String(csv).replace('\uFEFF', '').trimEnd().split('\r\n');

describe('exports', () => {
  it('hold every vote once, masked, and harmless for a spreadsheet', async () => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).active().save();
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
    expect(rows[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(rows[1]).toContain('k***@example.com');
    expect(answer.body).not.toContain('+233241234567');
  });

  it('have a file name of their own per contest and kind, whatever the titles', async () => {
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

  it('go on over many pages', async () => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).active().save();
    await database().query(
      `INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, status, source,
         voter_phone, idempotency_key, request_digest, created_at, counted_at)
       SELECT uuidv7(), $1, $2, $3, 1, 0, 0, 'COMPLETED', 'WEB', '+233241234567', gen_random_uuid(), ''::bytea, now(), now()
       FROM generate_series(1, 4500)`,
      [contest.id, contest.contestant.categoryId, contest.contestant.id],
    );
    const rows = rowsOf((await owner.api.get(`/contests/${contest.id}/export/votes.csv`)).body);
    expect(rows).toHaveLength(4501);
    expect(new Set(rows).size).toBe(4501);
  });

  it('are for the owner and super admins only', async () => {
    const contest = await aContest().active().save();
    const [stranger, admin] = [await aUser().save(), await aUser().superAdmin().save()];
    for (const kind of ['votes', 'payments']) {
      const path = `/contests/${contest.id}/export/${kind}.csv`;
      expect((await api.get(path)).status).toBe(401);
      expect((await stranger.api.get(path)).status).toBe(404);
      expect((await admin.api.get(path)).status).toBe(200);
    }
  });
});
