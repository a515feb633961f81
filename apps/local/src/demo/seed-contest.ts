import type pg from 'pg';
import { sealContest } from '@abato/contests';
import { newId } from '@abato/platform';
import type { DemoContest } from './contests.data.js';
import { drawBanner, drawLogo, drawPortrait } from './pictures.js';
import { type DemoContestant, seedVotes } from './seed-votes.js';

const DAY_MS = 86_400_000;

export interface DemoAccounts {
  organiserId: string;
  superAdminId: string;
}

/** One contest with its host, categories, contestants, pictures and the votes it has had so far. */
export async function seedContest(
  client: pg.Client,
  contest: DemoContest,
  accounts: DemoAccounts,
  options: { dataDir: string; encryptionKey: string; now: Date },
): Promise<void> {
  const { now, dataDir } = options;
  const userId = contest.owner === 'organiser' ? accounts.organiserId : accounts.superAdminId;
  const day = (offset: number): Date => new Date(now.getTime() + offset * DAY_MS);
  // The draft is the oldest: lists show the newest first, and a draft is the least to look at.
  const created = day(contest.status === 'DRAFT' ? -90 : Math.min(contest.startsIn, 0) - 3);
  const hostId = newId();
  const logo = await drawLogo(dataDir, contest.slug, contest.host.name[0] ?? 'A', contest.colours);
  await client.query(
    `INSERT INTO hosts (id, user_id, name, email, phone, description, logo, created_at, updated_at)
     VALUES ($1, $2, $3, $4, '+233302000000', $5, $6, $7, $7)`,
    [hostId, userId, contest.host.name, contest.host.email, contest.host.description, logo, created],
  );
  const contestId = newId();
  const window = { start: day(contest.startsIn), end: day(contest.endsIn) };
  await client.query(
    `INSERT INTO contests (id, user_id, host_id, title, description, start_date, end_date, vote_price_pesewas, banner, status,
       show_results, ended_at, created_at, updated_at, verification)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)`,
    [
      contestId,
      userId,
      hostId,
      contest.title,
      contest.description,
      window.start,
      window.end,
      contest.pricePesewas,
      await drawBanner(dataDir, contest.slug, contest.colours),
      contest.status,
      contest.showResults,
      contest.status === 'ENDED' ? window.end : null,
      created,
      contest.verifiedPhones ? 'PHONE' : 'OPEN',
    ],
  );
  const contestants: DemoContestant[] = [];
  for (const [order, category] of contest.categories.entries()) {
    const categoryId = newId();
    await client.query(
      `INSERT INTO categories (id, contest_id, name, description, "order", created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      [categoryId, contestId, category.name, category.description, order, created],
    );
    for (const [place, { name, bio }] of category.contestants.entries()) {
      const id = newId();
      const photo = await drawPortrait(dataDir, `${contest.slug}-${order}-${place}`);
      await client.query(
        `INSERT INTO contestants (id, category_id, contest_id, name, bio, photo, "order", created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
        [id, categoryId, contestId, name, bio, photo, place, created],
      );
      contestants.push({ id, categoryId });
    }
  }
  const query = async <T>(text: string, values: unknown[]) => (await client.query(text, values)).rows as T;
  await sealContest({ query }, contestId, created);
  const until = contest.endsIn < 0 ? window.end : now;
  await seedVotes(
    client,
    contest,
    { contestId, contestants, from: window.start, until },
    options.encryptionKey,
  );
}
