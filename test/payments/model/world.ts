import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Confirmation } from '@abato/payments';
import {
  beginAttempt,
  claimDueChecks,
  finishCheck,
  finishResults,
  keepWebhooks,
  type PaymentUpdate,
  postponeCheck,
  readInbox,
  recordBegun,
  type ConfirmationResult,
  type SignedWebhook,
  undecidedOf,
} from '@abato/testing/payments';
import { parseWebhook, type PaymentProof } from '@abato/paystack';
import { parseTransaction } from '@abato/testing/paystack';
import { Transactions } from '@abato/database';
import type { Bundle, VoteWindow } from '@abato/contracts';
import { AppError, newId } from '@abato/platform';
import { voteRow, writeVotes } from '@abato/voting';
import { drainTally } from '@abato/testing/voting';
import { ModelProvider } from './provider.js';
import { ModelReturns } from './returns.js';
import { realConfirm, secrets, confirmationAt, type Confirm } from './confirm.js';
import { agreeTerms, type Terms } from './terms.js';
import { ModelSettlements } from './settlements.js';

const HOUR = 3_600_000;

/** One contest, its votes and payments, and the provider's side of the money. Time is what the test says. */
export class World {
  readonly provider = new ModelProvider();
  readonly hostId = newId();
  /** Where the host's part goes, and who pays the provider's fee. */
  terms: Terms = { account: null, bearer: 'host' };
  readonly contestId = newId();
  readonly categoryId = newId();
  readonly contestantId = newId();
  readonly votes: string[] = [];
  readonly attempts: { reference: string; voteId: string; begunAt: Date; flow: 'CHECKOUT' | 'CHARGE' }[] = [];
  now = new Date('2026-11-21T12:00:00Z');
  end = new Date(this.now.getTime() + HOUR);
  price = 100;
  /** What the contest's bundles and windows are now, and the version of its prices. */
  bundles: Bundle[] = [];
  windows: VoteWindow[] = [];
  pricing = 0;
  /** What each vote was cast for, by the model's own reckoning. */
  readonly castFor = new Map<string, { votes: number; amount: number }>();
  archived = false;
  /** What counted of each vote when results became final: nothing changes it afterwards. null: they are not. */
  frozen: Map<string, number> | null = null;
  /** References whose money a person gave back after the end: their votes stay. */
  readonly stayed = new Set<string>();
  /** References whose money a super admin gave back, and those accepted for what was really paid. */
  readonly ordered = new Set<string>();
  readonly accepted = new Set<string>();

  /** Money that goes back. */
  readonly returns: ModelReturns;
  /** Money that is paid out. */
  readonly settlements: ModelSettlements;

  private readonly confirmation: Confirmation;

  constructor(
    private readonly pool: pg.Pool,
    readonly owner: pg.Pool,
    private readonly settleBy: Confirm = realConfirm,
    compares = true,
  ) {
    const clock = { now: () => this.now };
    this.confirmation = confirmationAt(pool, clock.now);
    this.returns = new ModelReturns(this, { pool, clock, confirmation: this.confirmation, compares });
    this.settlements = new ModelSettlements(this, pool, clock);
  }

  async create(): Promise<void> {
    const [userId, hostId] = [newId(), this.hostId];
    const start = new Date(this.now.getTime() - HOUR);
    await this.owner.query(
      `WITH u AS (INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash, role, approval_status,
           created_at, updated_at) VALUES ($1::uuid, 'M', 'M', $1::text || '@example.com', '+233241234567', '', '', 'COMPANY_ADMIN', 'APPROVED', $6, $6)),
         h AS (INSERT INTO hosts (id, user_id, name, email, phone, description, created_at, updated_at)
           VALUES ($2, $1::uuid, 'H', 'h@example.com', '+233241234567', '', $6, $6)),
         c AS (INSERT INTO contests (id, user_id, host_id, title, description, start_date, end_date, vote_price_pesewas, status, created_at, updated_at)
           VALUES ($3, $1::uuid, $2, 'C', '', $6, $7, 100, 'ACTIVE', $6, $6)),
         k AS (INSERT INTO categories (id, contest_id, name, description, created_at, updated_at) VALUES ($4, $3, 'K', '', $6, $6))
       INSERT INTO contestants (id, category_id, contest_id, name, bio, created_at, updated_at) VALUES ($5, $4, $3, 'P', '', $6, $6)`,
      [userId, hostId, this.contestId, this.categoryId, this.contestantId, start, this.end],
    );
    this.terms = await agreeTerms(this.owner, { userId, hostId, start });
  }

  /** @param bought by the rules of now */
  async cast(bought: number): Promise<void> {
    const { contestId, categoryId, contestantId, bundles, windows } = this;
    const rules = { votePricePesewas: this.price, bundles, windows };
    const key = newId();
    // A phone of its own: how many prompts one phone may be sent is another test's subject.
    const voterPhone = `+23324${String(parseInt(key.slice(-7), 16) % 10_000_000).padStart(7, '0')}`;
    const row = voteRow(
      {
        vote: { contestId, categoryId, contestantId, voteCount: bought, voterPhone },
        key,
        contest: {
          facts: rules,
          categoryOf: new Map(),
          pricesOf: new Map(),
          pricingVersion: this.pricing,
        },
        source: 'WEB',
      },
      secrets,
    );
    const written = await writeVotes(this.pool, [row], this.now);
    if (!written.has(row.id)) return;
    this.votes.push(row.id);
    this.castFor.set(row.id, this.reckoned(bought));
  }

  /** The cheapest offer of at least so many votes among the single price and the bundles; the open window counts them. */
  private reckoned(bought: number): { votes: number; amount: number } {
    const offers = [
      bought * this.price,
      ...this.bundles.filter(({ votes }) => votes >= bought).map(({ pricePesewas }) => pricePesewas),
    ];
    const times = this.windows
      .filter(({ from, until }) => from <= this.now.toISOString() && this.now.toISOString() < until)
      .map(({ multiplier }) => multiplier);
    return { votes: bought * (times[0] ?? 1), amount: Math.min(...offers) };
  }

  /** Votes, and their payment begun. @returns the attempt's reference */
  async castAndBegin(votes = 1, flow: 'CHECKOUT' | 'CHARGE' = 'CHECKOUT'): Promise<string> {
    await this.cast(votes);
    await this.begin(this.votes.at(-1) ?? '', 'ok', flow);
    return this.attempts.at(-1)?.reference ?? '';
  }

  /** @param answer what becomes of the call to the provider: `lost` was carried out and its answer lost */
  async begin(
    voteId: string,
    answer: 'ok' | 'lost' | 'refused',
    flow: 'CHECKOUT' | 'CHARGE' = 'CHECKOUT',
  ): Promise<void> {
    const permit = () => Promise.resolve({ purpose: 'begin' } as const);
    const begun = await beginAttempt(new Transactions(this.pool), { voteId, flow }, this.now, permit).catch(
      (error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      },
    );
    if (begun?.kind !== 'begun') return;
    const { reference } = begun;
    if (answer !== 'refused') {
      this.provider.accept(reference, begun.amountPesewas, begun.terms.split);
      this.attempts.push({ reference, voteId, begunAt: this.now, flow });
    }
    const ok = flow === 'CHARGE' ? 'PROVIDER_PENDING' : 'INITIALIZED';
    const state = ({ ok, lost: 'INIT_UNKNOWN', refused: 'FAILED_INIT' } as const)[answer];
    const page = state === 'INITIALIZED' ? { authorizationUrl: 'https://pay.example', accessCode: 'x' } : {};
    const source = flow === 'CHARGE' ? 'charge' : 'initialize';
    await recordBegun(new Transactions(this.pool), begun, { state, source, ...page }, this.now);
  }

  paidAttempts(): { reference: string; voteId: string }[] {
    return this.attempts.filter(({ reference }) => this.provider.find(reference).paidAt);
  }

  /** The signed body the provider would send now; it tells of successes only. */
  webhookOf(reference: string): PaymentUpdate | null {
    if (!this.provider.find(reference).paidAt) return null;
    const event = parseWebhook(this.signedWebhook(reference).rawBody);
    if (event.kind !== 'transaction') throw new Error('not read as a success');
    return { reference, proof: event.proof, source: 'webhook' };
  }

  /** The same through the table that keeps webhooks: many in one transaction, and readers that share the work. */
  async throughInbox(copies: number, readers: number): Promise<void> {
    const kept = this.paidAttempts().flatMap(({ reference }) =>
      // Bytes that were kept before are a duplicate: a repeated webhook of the provider differs in nothing.
      Array.from({ length: copies }, () => this.signedWebhook(reference)),
    );
    await keepWebhooks(this.pool, kept, this.now);
    const failures: Error[] = [];
    const read = (): Promise<void> => readInbox(this.confirmation, (error) => failures.push(error));
    await Promise.all(Array.from({ length: readers }, read));
    if (failures[0]) throw failures[0];
  }

  private signedWebhook(reference: string): SignedWebhook {
    const data = { ...this.provider.data(reference), status: 'success' };
    const rawBody = Buffer.from(JSON.stringify({ event: 'charge.success', data }));
    const digest = createHash('sha256').update(rawBody).digest();
    return { rawBody, digest, event: 'charge.success', reference };
  }

  /** What the provider would answer to a question now. */
  answerAbout(reference: string, source: 'verify' | 'sweep' | 'list' | 'refund'): PaymentUpdate {
    const data = this.provider.data(reference);
    const proof: PaymentProof = data ? parseTransaction(data).proof : { status: 'not-found' };
    return { reference, proof, source };
  }

  /** Everything the provider has to say about one payment. */
  updatesOf(reference: string): PaymentUpdate[] {
    const told = this.webhookOf(reference);
    return [...(told ? [told] : []), this.answerAbout(reference, 'verify')];
  }

  async confirm(update: PaymentUpdate): Promise<ConfirmationResult | null> {
    return this.settleBy(this.pool, update, this.now);
  }

  /** As the worker's sweep does it. */
  async sweep(): Promise<void> {
    for (const reference of await claimDueChecks(this.pool, this.now, 100)) {
      if (this.returns.client.limited.delete('verify'))
        await postponeCheck(this.pool, reference, this.now, 60);
      else {
        await this.confirm(this.answerAbout(reference, 'sweep'));
        await finishCheck(this.pool, reference, this.now);
      }
    }
  }

  /** The provider's list of successes, as the worker reads it every minute. */
  async readList(): Promise<void> {
    if (this.returns.client.limited.delete('list')) return;
    const undecided = await undecidedOf(this.pool, [...this.provider.transactions.keys()]);
    for (const reference of undecided) {
      const update = this.answerAbout(reference, 'list');
      if (update.proof.status === 'success') await this.confirm(update);
    }
  }

  async orderRefund(reference: string): Promise<void> {
    const settled = await this.decide(reference, 'refund-ordered');
    if (!settled || settled.from === settled.to) return;
    this.ordered.add(reference);
    this.givenBackByHand(reference);
  }

  givenBackByHand(reference: string): void {
    if (this.now >= this.end) this.stayed.add(reference);
  }

  /** Results become final, if nothing can still count. */
  async finish(): Promise<void> {
    await drainTally(this.pool, this.contestId, this.now);
    if (!(await finishResults(new Transactions(this.pool), this.now, 24)).includes(this.contestId)) return;
    const { rows } = await this.pool.query<{ id: string; votes: number }>(
      'SELECT vote_id AS id, sum(votes)::int AS votes FROM vote_ledger WHERE contest_id = $1 GROUP BY 1',
      [this.contestId],
    );
    this.frozen = new Map(rows.map(({ id, votes }) => [id, votes]));
  }

  async accept(reference: string): Promise<void> {
    if ((await this.decide(reference, 'accepted'))?.counted) this.accepted.add(reference);
  }

  private decide(
    reference: string,
    status: 'refund-ordered' | 'accepted',
  ): Promise<ConfirmationResult | null> {
    const actor = { userId: this.contestId, reason: 'by hand' };
    return this.confirm({ reference, proof: { status }, source: 'manual', actor });
  }

  async endContest(): Promise<void> {
    if (this.end > this.now) this.end = this.now;
    await this.owner.query(
      `UPDATE contests SET status = 'ENDED', ended_at = $2 WHERE id = $1 AND status <> 'ENDED'`,
      [this.contestId, this.end],
    );
  }

  async changePrice(price: number, bundles: Bundle[] = [], windows: VoteWindow[] = []): Promise<void> {
    Object.assign(this, { price, bundles, windows });
    const { rows } = await this.owner.query<{ pricing_version: number }>(
      'UPDATE contests SET vote_price_pesewas = $2, bundles = $3, vote_windows = $4 WHERE id = $1 RETURNING pricing_version',
      [this.contestId, price, JSON.stringify(bundles), JSON.stringify(windows)],
    );
    this.pricing = rows[0]?.pricing_version ?? 0;
  }

  async archive(): Promise<void> {
    this.archived = true;
    await this.owner.query('UPDATE contests SET archived_at = $2 WHERE id = $1', [this.contestId, this.now]);
  }

  /** Nothing of this world is due any more: the next one lives in the same database. */
  async retire(): Promise<void> {
    const own = 'SELECT id FROM payments WHERE contest_id = $1';
    await this.owner.query(`UPDATE refunds SET next_attempt_at = NULL WHERE payment_id IN (${own})`, [
      this.contestId,
    ]);
    await this.owner.query(
      'UPDATE payments SET next_check_at = NULL, returns_check_at = NULL WHERE contest_id = $1',
      [this.contestId],
    );
    await this.owner.query(
      'UPDATE contests SET results_final_at = coalesce(results_final_at, $2) WHERE id = $1',
      [this.contestId, this.now],
    );
    await this.settlements.retire();
  }

  /**
   * Everything comes to an end at last: what was begun is asked about, refunds go through, and the provider's lists tell what no webhook
   * has told. Counted payments are not asked about one by one.
   */
  async comeToRest(): Promise<void> {
    this.returns.client.limited.clear();
    for (let round = 0; round < 5; round++) {
      const undecided = await undecidedOf(this.pool, [...this.provider.transactions.keys()]);
      for (const reference of undecided)
        for (const update of this.updatesOf(reference)) await this.confirm(update);
      // More than a day: the long reading is due.
      this.now = new Date(this.now.getTime() + 25 * HOUR);
      await this.returns.read();
      await this.returns.run('ok');
      await this.returns.processed({ told: round % 2 === 0, fails: false });
    }
    await this.settlements.comeToRest();
    await drainTally(this.pool, this.contestId, this.now);
  }
}
