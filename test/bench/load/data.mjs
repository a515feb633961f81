import { randomBytes } from 'node:crypto';

/** A UUIDv7 at a moment (milliseconds since 1970). */
export function idAt(ms = Date.now()) {
  const time = ms.toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

/**
 * The account and host that own everything a benchmark or rehearsal makes.
 * @param options hidden: deleted from the start, so that no list and no statistic ever shows them
 * @returns ids
 */
export async function makeOwner(db, label, { hidden = false } = {}) {
  const [userId, hostId] = [idAt(), idAt()];
  await db.query(
    `INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status, created_at, updated_at, deleted_at)
     VALUES ($1, 'Load', 'Test', $2, '+233241234567', '', '', 'USER', 'PENDING', now(), now(), CASE WHEN $3 THEN now() END)`,
    [userId, `load-${userId}@invalid.example`, hidden],
  );
  await db.query(
    `INSERT INTO hosts (id, user_id, name, email, phone, description, created_at, updated_at, archived_at)
     VALUES ($1, $2, $3, 'load@invalid.example', '+233201234567', 'Made by a load test.', now(), now(), CASE WHEN $4 THEN now() END)`,
    [hostId, userId, label, hidden],
  );
  return { userId, hostId };
}

/**
 * An open contest.
 * @param options id, contestants in all, categories, price in pesewas, rehearsal flag, length of a contestant's text, minutes until its end
 * @returns {Promise<{ id, people: { id, categoryId }[] }>}
 */
export async function makeContest(db, owner, options = {}) {
  const {
    id = idAt(),
    contestants = 100,
    categories = 4,
    price = 0,
    rehearsal = false,
    bio = 150,
    title = 'Benchmark',
    freePerHour = 1_000_000,
    minutes = 14_400,
  } = options;
  await db.query(
    `INSERT INTO contests (id, user_id, host_id, title, description, start_date, end_date, vote_price_pesewas, status, show_results,
       free_votes_per_hour, is_rehearsal, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'Made by a load test.', now() - interval '1 hour', now() + make_interval(secs => $8), $5, 'ACTIVE', true, $6, $7, now(), now())`,
    [id, owner.userId, owner.hostId, title, price, freePerHour, rehearsal, minutes * 60],
  );
  const people = [];
  for (let k = 0; k < categories; k++) {
    const categoryId = idAt();
    await db.query(
      `INSERT INTO categories (id, contest_id, name, description, "order", created_at, updated_at) VALUES ($1, $2, $3, 'A category', $4, now(), now())`,
      [categoryId, id, `Category ${k + 1}`, k],
    );
    for (let i = k; i < contestants; i += categories) {
      const person = { id: idAt(), categoryId };
      people.push(person);
      await db.query(
        `INSERT INTO contestants (id, category_id, contest_id, name, bio, photo, "order", code, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, '/uploads/none.webp', $6, coalesce($7, draw_nominee_code()), now(), now())`,
        [
          person.id,
          categoryId,
          id,
          `Contestant ${i + 1}`,
          'b'.repeat(bio),
          i,
          // Codes of voters are few, and one that was drawn is not given again for a year.
          rehearsal ? `R${person.id.replaceAll('-', '').slice(-16)}` : null,
        ],
      );
    }
  }
  return { id, people };
}

/** A contest of an organiser of its own, with 100 contestants unless the options say otherwise. */
export async function benchContest({ db }, options) {
  return makeContest(db, await makeOwner(db, 'bench'), { contestants: 100, ...options });
}
