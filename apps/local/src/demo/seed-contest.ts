import type pg from 'pg';
import { sealContest } from '@abato/contests';
import { newId } from '@abato/platform';
import type { DemoContest } from './contests.data.js';
import { drawBanner, drawLogo, drawPortrait } from './pictures.js';
import { type Demo, seedVotes } from './seed-votes.js';

const DAY_MS = 86_400_000;

/** Add a row. @param row values by column */
export async function insert(client: pg.Client, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row).map((name) => `"${name}"`);
  const values = columns.map((_, place) => `$${place + 1}`);
  await client.query(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${values.join()})`,
    Object.values(row),
  );
}

/** One contest with its host, categories, contestants, pictures and the votes it has had so far. */
export async function seedContest(demo: Demo, contest: DemoContest, userId: string): Promise<void> {
  const { client, now, dataDir } = demo;
  const { slug, colours, host } = contest;
  const [startsIn, endsIn] = contest.days;
  const day = (offset: number): Date => new Date(now.getTime() + offset * DAY_MS);
  // The draft is the oldest: lists show the newest first, and a draft is the least to look at.
  const created = day(contest.status === 'DRAFT' ? -90 : Math.min(startsIn, 0) - 3);
  const dates = { created_at: created, updated_at: created };
  const hostId = newId();
  await insert(client, 'hosts', {
    id: hostId,
    user_id: userId,
    ...host,
    phone: '+233302000000',
    logo: await drawLogo(dataDir, slug, host.name[0] ?? 'A', colours),
    ...dates,
  });
  const id = newId();
  const [start, end] = [day(startsIn), day(endsIn)];
  await insert(client, 'contests', {
    id,
    user_id: userId,
    host_id: hostId,
    title: contest.title,
    description: contest.description,
    start_date: start,
    end_date: end,
    vote_price_pesewas: contest.pricePesewas,
    banner: await drawBanner(dataDir, slug, colours),
    status: contest.status,
    show_results: !contest.hidesResults,
    ended_at: contest.status === 'ENDED' ? end : null,
    verification: contest.verifiedPhones ? 'PHONE' : 'OPEN',
    ...dates,
  });
  const contestants: { contestant_id: string; category_id: string }[] = [];
  for (const [order, { name, description, contestants: people }] of contest.categories.entries()) {
    const categoryId = newId();
    const category = { id: categoryId, contest_id: id, name, description, order, ...dates };
    await insert(client, 'categories', category);
    for (const [place, person] of people.entries()) {
      const contestantId = newId();
      const of = { contest_id: id, category_id: categoryId, order: place };
      const photo = await drawPortrait(dataDir, `${slug}-${order}-${place}`);
      await insert(client, 'contestants', { id: contestantId, ...of, ...person, photo, ...dates });
      contestants.push({ contestant_id: contestantId, category_id: categoryId });
    }
  }
  const query = async <T>(text: string, values: unknown[]) => (await client.query(text, values)).rows as T;
  await sealContest({ query }, id, created);
  await seedVotes(demo, contest, { id, contestants, from: start, until: endsIn < 0 ? end : now });
}
