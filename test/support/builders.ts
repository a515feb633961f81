import { randomUUID } from 'node:crypto';
import argon2 from 'argon2';
import pg from 'pg';
import type { ApprovalStatus, ChallengeMode, ContestStatus, Role, VerificationLevel } from '@abato/contracts';
import { pesewasFromCedis } from '@abato/contracts';
import { newId } from '../../libs/platform/src/ids.js';
import { Secrets } from '../../libs/platform/src/secrets.js';
import { ApiClient } from './http.js';
import { phonesOf } from './phones.js';
import { sqlOf } from './sql.js';
import { testSecrets, testState } from './state.js';

/**
 * Test data only through builders: `await aContest().active().paid('1.00').withContestants(3).save()`. They write rows as
 * the owner of the tables; what a test is about goes through HTTP.
 */

let open: { url: string; pool: pg.Pool } | undefined;

/** SQL as the owner of the platform under test, for building and for looking behind the API. Closed after the tests of the file. */
export function database(): pg.Pool {
  pg.defaults.parseInt8 = true;
  const url = testState().ownerUrl;
  // A file that ran before in this process may have left the pool of another platform.
  if (open && open.url !== url) void closeDatabase();
  if (!open) {
    open = { url, pool: new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true }) };
    // Tests kill the server: a broken idle connection is replaced by the next query.
    open.pool.on('error', () => undefined);
  }
  return open.pool;
}

/** A statement on {@link database}. */
export const sql = sqlOf(database);

export async function closeDatabase(): Promise<void> {
  const closing = open?.pool;
  open = undefined;
  await closing?.end();
}
// Playwright has no such global: its files close the pool themselves.
(globalThis as { afterAll?: (work: () => Promise<void>) => void }).afterAll?.(closeDatabase);

/**
 * Work in a transaction of its own, as another process that holds it open.
 * @param end how it ends, also when the work fails
 */
export async function inTransaction<T>(
  work: (client: pg.PoolClient) => Promise<T>,
  end: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
  pool: pg.Pool = database(),
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    return await work(client);
  } finally {
    await client.query(end);
    client.release();
  }
}

const PASSWORD = 'Builder-2026';
// Cheap on purpose: it protects nothing here, and verification reads the cost from the hash.
const passwordHash = argon2.hash(PASSWORD, { type: argon2.argon2id, memoryCost: 1024, timeCost: 2 });

/** The key the platform under test made for itself. */
export function platformSecrets(): Secrets {
  return new Secrets(testSecrets().dataEncryptionKey);
}

export interface BuiltUser {
  id: string;
  email: string;
  password: string;
  /** A client signed in as this user. */
  api: ApiClient;
  token: string;
}

export const aUser = (): UserBuilder => new UserBuilder();

class UserBuilder {
  private role: Role = 'COMPANY_ADMIN';
  private status: ApprovalStatus = 'APPROVED';
  private verified = true;

  superAdmin(): this {
    this.role = 'SUPER_ADMIN';
    return this;
  }

  /** The third role: signed in, organises nothing. */
  plain(): this {
    this.role = 'USER';
    return this;
  }

  pending(): this {
    this.status = 'PENDING';
    return this;
  }

  rejected(): this {
    this.status = 'REJECTED';
    return this;
  }

  /** Has not used the link that was mailed to the address. */
  unverified(): this {
    this.verified = false;
    return this;
  }

  /** Write the user and sign in. */
  async save(): Promise<BuiltUser> {
    const id = newId();
    const email = `u-${id}@example.com`;
    await database().query(
      `INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status,
         rejection_reason, created_at, updated_at, email_verified_at)
       VALUES ($1, 'Test', 'Person', $2, '+233241234567', $3, $4, $5, $6, $7, now(), now(), CASE WHEN $8 THEN now() END)`,
      [
        id,
        email,
        platformSecrets().encrypt('GHA-000000000-0'),
        await passwordHash,
        this.role,
        this.status,
        this.status === 'REJECTED' ? 'Invalid documents or requirements not met' : null,
        this.verified,
      ],
    );
    const login = await new ApiClient().post<{ token: string }>('/auth/login', { email, password: PASSWORD });
    const token = login.data.token;
    return { id, email, password: PASSWORD, token, api: new ApiClient().as(token) };
  }
}

export interface BuiltContest {
  id: string;
  hostId: string;
  ownerId: string;
  title: string;
  categories: { id: string; contestants: { id: string; name: string }[] }[];
  /** The first contestant, for tests that need any. */
  contestant: { id: string; categoryId: string; name: string };
}

export function aContest(): ContestBuilder {
  return new ContestBuilder();
}

class ContestBuilder {
  private owner: { id: string } | undefined;
  private status: ContestStatus = 'ACTIVE';
  private price = 0;
  private shown = true;
  private hostActive = true;
  private startsInMs = -3_600_000;
  private endsInMs = 86_400_000;
  private sizes: number[] = [2];
  private perHour = 100_000;
  private perDevice = 30;
  private check: ChallengeMode = 'AUTO';
  private level: VerificationLevel = 'OPEN';
  private changes = false;
  private asksAddressProof = true;
  private title = `Contest ${randomUUID().slice(0, 8)}`;

  /** For pictures: the colours of a contest without a banner follow from its title. */
  titled(title: string): this {
    this.title = title;
    return this;
  }

  ownedBy(user: { id: string }): this {
    this.owner = user;
    return this;
  }

  active(): this {
    return this.withStatus('ACTIVE');
  }

  draft(): this {
    return this.withStatus('DRAFT');
  }

  paused(): this {
    return this.withStatus('PAUSED');
  }

  ended(): this {
    this.endsInMs = -60_000;
    return this.withStatus('ENDED');
  }

  /** @param cedis as a person writes it, for example '1.00' */
  paid(cedis: string): this {
    this.price = pesewasFromCedis(cedis) ?? 0;
    return this;
  }

  resultsHidden(): this {
    this.shown = false;
    return this;
  }

  ofInactiveHost(): this {
    this.hostActive = false;
    return this;
  }

  startingIn(ms: number): this {
    this.startsInMs = ms;
    return this;
  }

  endingIn(ms: number): this {
    this.endsInMs = ms;
    return this;
  }

  /** Contestants per category; one category for each number. */
  withContestants(...sizes: number[]): this {
    this.sizes = sizes;
    return this;
  }

  /** Free votes a phone has per hour; tests that are not about the limit have plenty. */
  freeVotesPerHour(votes: number): this {
    this.perHour = votes;
    return this;
  }

  /** Free votes a device has per hour; less than the phone's means the phone's. */
  freeVotesPerDevice(votes: number): this {
    this.perDevice = votes;
    return this;
  }

  /** Asks for a person check for every free vote. */
  personCheck(): this {
    this.check = 'ALWAYS';
    return this;
  }

  /** Whether numbers must be proven once one address has given many votes; a contest asks by default. */
  addressProof(asks: boolean): this {
    this.asksAddressProof = asks;
    return this;
  }

  /** Free votes count once the voter's number was proven. */
  verifiedPhones(): this {
    this.level = 'PHONE';
    return this;
  }

  /** Listed voters have one vote per category. @param options.change whether they may change it */
  electorate({ change = false } = {}): this {
    this.level = 'ELECTORATE';
    this.changes = change;
    return this;
  }

  private withStatus(status: ContestStatus): this {
    this.status = status;
    return this;
  }

  /** In one transaction: the log builder sees the contest with its whole list. */
  async save(): Promise<BuiltContest> {
    const ownerId = this.owner?.id ?? (await aUser().save()).id;
    return inTransaction((db) => this.write(db, ownerId));
  }

  private async write(db: pg.ClientBase, ownerId: string): Promise<BuiltContest> {
    const [hostId, id] = [newId(), newId()];
    const { title } = this;
    const now = Date.now();
    const end = new Date(now + this.endsInMs);
    await db.query(
      `INSERT INTO hosts (id, user_id, name, email, phone, description, is_active, created_at, updated_at)
       VALUES ($1, $2, $3, 'host@example.com', '+233201234567', 'A host', $4, now(), now())`,
      [hostId, ownerId, `Host of ${title}`, this.hostActive],
    );
    await db.query(
      `INSERT INTO contests (id, user_id, host_id, title, description, start_date, end_date, vote_price_pesewas, status,
         show_results, free_votes_per_hour, ended_at, free_votes_per_device, challenge, verification, allow_ballot_change, address_proof,
         created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'A contest', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, now(), now())`,
      [
        id,
        ownerId,
        hostId,
        title,
        new Date(Math.min(now + this.startsInMs, end.getTime() - 1000)),
        end,
        this.price,
        this.status,
        this.shown,
        this.perHour,
        this.status === 'ENDED' ? end : null,
        this.perDevice,
        this.check,
        this.level,
        this.changes,
        this.asksAddressProof,
      ],
    );
    const categories: BuiltContest['categories'] = [];
    for (const [index, size] of this.sizes.entries())
      categories.push(await saveCategory(db, id, index, size));
    const first = categories[0]?.contestants[0];
    return {
      id,
      hostId,
      ownerId,
      title,
      categories,
      contestant: { id: first?.id ?? '', name: first?.name ?? '', categoryId: categories[0]?.id ?? '' },
    };
  }
}

/** A contest and its organiser. */
export async function withOwner(builder = aContest()): Promise<{ owner: BuiltUser; contest: BuiltContest }> {
  const owner = await aUser().save();
  return { owner, contest: await builder.ownedBy(owner).save() };
}

async function saveCategory(
  db: pg.ClientBase,
  contestId: string,
  index: number,
  size: number,
): Promise<BuiltContest['categories'][number]> {
  const id = newId();
  await db.query(
    `INSERT INTO categories (id, contest_id, name, description, "order", created_at, updated_at)
     VALUES ($1, $2, $3, 'A category', $4, now(), now())`,
    [id, contestId, `Category ${index + 1}`, index],
  );
  const contestants = Array.from({ length: size }, (_, place) => ({
    id: newId(),
    name: `Contestant ${index + 1}.${place + 1}`,
  }));
  for (const [place, person] of contestants.entries()) {
    await db.query(
      `INSERT INTO contestants (id, category_id, contest_id, name, bio, "order", created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'A bio', $5, now(), now())`,
      [person.id, id, contestId, person.name, place],
    );
  }
  return { id, contestants };
}

/** The code by which voters name a nominee; empty for an unknown one. */
export const nomineeCode = (contestantId: string): Promise<string> =>
  sql.value<string>`SELECT code FROM contestants WHERE id = ${contestantId}`;

const nextPhone = phonesOf('builders');

/** A valid vote; every call uses another phone unless one is given. */
export function aVote(contest: BuiltContest, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    contestId: contest.id,
    categoryId: contest.contestant.categoryId,
    contestantId: contest.contestant.id,
    voteCount: 1,
    voterPhone: nextPhone(),
    ...fields,
  };
}
