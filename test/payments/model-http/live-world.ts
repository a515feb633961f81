import { io, type Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '@abato/contracts';
import { PAYMENT_STATES } from '@abato/payments';
import type { PaymentState } from '@abato/testing/payments';
import { aContest, aVote, type BuiltContest, type BuiltUser, database, sql } from '../../support/builders.js';
import { ApiClient } from '../../support/http.js';
import { verify } from '../../support/payments.js';
import { SimulatorControl } from '../../support/simulator.js';
import { testState } from '../../support/state.js';
import { waitFor } from '../../support/wait-for.js';

/** One payment as our books have it. */
export interface BookedPayment {
  id: string;
  reference: string;
  state: PaymentState;
  amount_pesewas: number;
  provider_amount_pesewas: number | null;
}

const SECOND_MS = 1_000;

/** One contest on the running platform: votes by HTTP, money at the simulator, counts by HTTP and by a socket. */
export class LiveWorld {
  readonly references: string[] = [];
  private readonly api = new ApiClient();
  private readonly simulator = new SimulatorControl();
  private readonly votes: string[] = [];
  private readonly socketCounts = new Map<string, number>();
  private socket: Socket<ServerToClientEvents, ClientToServerEvents> | undefined;
  /** References that were paid as asked, as asked but after the end or with a time to come, and whose money a bank or a person gave back. */
  readonly honest = new Set<string>();
  readonly disputed = new Set<string>();
  readonly late = new Set<string>();
  readonly byHand = { refund: new Set<string>(), accept: new Set<string>() };
  deleted = false;
  ended = false;

  private constructor(
    readonly contest: BuiltContest,
    private readonly owner: BuiltUser,
    private readonly admin: BuiltUser,
  ) {}

  static async create(owner: BuiltUser, admin: BuiltUser): Promise<LiveWorld> {
    const contest = await aContest().ownedBy(owner).paid('1.00').withContestants(2).save();
    const world = new LiveWorld(contest, owner, admin);
    await world.watch();
    return world;
  }

  close(): void {
    this.socket?.close();
  }

  private async watch(): Promise<void> {
    const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(testState().baseUrl, {
      path: '/socket.io',
      transports: ['websocket'],
    });
    this.socket = socket;
    socket.on('contest:tally', (tally) => {
      for (const { id, votes } of tally.contestants) this.socketCounts.set(id, votes);
    });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    await socket.emitWithAck('contest:watch', { contestId: this.contest.id });
  }

  async cast(votes: number, contestant: number): Promise<void> {
    const people = this.contest.categories[0]?.contestants ?? [];
    const fields = { voteCount: votes, contestantId: people[contestant % people.length]?.id };
    const answer = await this.api.post<{ id: string }>('/votes/cast', aVote(this.contest, fields));
    if (answer.status === 201) this.votes.push(answer.data.id);
  }

  /** No webhook goes out by itself: how often each is told is the model's business. */
  async begin(vote: number): Promise<void> {
    const voteId = this.votes[vote % Math.max(1, this.votes.length)];
    if (!voteId) return;
    const answer = await this.api.post<{ reference: string }>('/payments/paystack/initialize', { voteId });
    if (answer.status !== 201 || this.references.includes(answer.data.reference)) return;
    await this.simulator.script(answer.data.reference, { webhook: 'never' });
    this.references.push(answer.data.reference);
  }

  /** @param lie what differs from what was asked */
  async pay(reference: string, lie: 'none' | 'less' | 'currency' | 'late'): Promise<void> {
    if ((await this.simulator.show(reference)).paid) return;
    const lies = { less: { amount: 15 }, currency: { currency: 'NGN' }, none: {}, late: {} };
    await this.simulator.script(reference, { webhook: 'never', ...lies[lie] });
    const paidAt = new Date(Date.now() + (lie === 'late' ? 11 * 60 * SECOND_MS : 0)).toISOString();
    await this.simulator.complete(reference, 'success', { paidAt });
    if (lie === 'none' && !this.ended) this.honest.add(reference);
    else if (lie === 'none' || lie === 'late') this.late.add(reference);
    // What happens to the money later is told.
    await this.simulator.script(reference, { webhook: 'once', refundDelayMs: 20 });
  }

  async decline(reference: string): Promise<void> {
    if (!(await this.simulator.show(reference)).paid) await this.simulator.complete(reference, 'failed');
  }

  async webhook(reference: string, copies: number): Promise<void> {
    if (copies && (await this.simulator.show(reference)).paid)
      await this.simulator.webhook(reference, { as: 'success', times: copies });
  }

  async verify(reference: string): Promise<void> {
    await verify(reference);
  }

  async decide(reference: string, what: 'refund' | 'accept'): Promise<void> {
    const payment = (await this.payments()).find((one) => one.reference === reference);
    const { status } = await this.admin.api.post(`/payments/${payment?.id}/${what}`, { reason: 'By hand' });
    if (status === 200) this.byHand[what].add(reference);
  }

  /** The payer's bank takes the money back. */
  async dispute(reference: string): Promise<void> {
    const { status } = await this.simulator.show(reference);
    if (status !== 'success') return;
    this.disputed.add(reference);
    await this.simulator.dispute(reference);
    await this.simulator.dispute(reference, { action: 'resolve' });
  }

  async changePrice(): Promise<void> {
    await this.owner.api.put(`/contests/${this.contest.id}`, { votePrice: 2.5 });
  }

  async endContest(): Promise<void> {
    const { status } = await this.owner.api.put(`/contests/${this.contest.id}`, { status: 'ENDED' });
    this.ended ||= status === 200;
  }

  async deleteContest(): Promise<void> {
    const { status } = await this.owner.api.delete(`/contests/${this.contest.id}`);
    this.deleted ||= status === 200;
  }

  async payments(): Promise<BookedPayment[]> {
    const rows = await sql<BookedPayment>`SELECT id, reference, state, amount_pesewas,
      provider_amount_pesewas FROM payments WHERE contest_id = ${this.contest.id} ORDER BY id`;
    return rows;
  }

  /** Votes per contestant as the ledger (newest and at the end), the tally, the public page and the socket have them. */
  async counts(): Promise<Record<'ledger' | 'atEnd' | 'tally' | 'api' | 'socket', Record<string, number>>> {
    const people = this.contest.categories[0]?.contestants ?? [];
    const votesOf = async (sql: string): Promise<Record<string, number>> => {
      const { rows } = await database().query<{ id: string; votes: number }>(sql, [this.contest.id]);
      return complete(rows);
    };
    const complete = (rows: Iterable<{ id: string; votes: number }>): Record<string, number> => {
      const found = new Map([...rows].map(({ id, votes }) => [id, votes]));
      return Object.fromEntries(people.map(({ id }) => [id, found.get(id) ?? 0]));
    };
    const [ledger, atEnd, tally] = await Promise.all([
      votesOf(
        'SELECT contestant_id AS id, sum(votes)::bigint AS votes FROM vote_ledger WHERE contest_id = $1 GROUP BY 1',
      ),
      // What the public sees.
      votesOf(
        `SELECT l.contestant_id AS id, sum(l.votes)::bigint AS votes FROM vote_ledger l JOIN contests c ON c.id = l.contest_id
         WHERE l.contest_id = $1 AND (l.recorded_at <= coalesce(c.ended_at, c.end_date) OR c.results_final_at IS NOT NULL)
         GROUP BY 1`,
      ),
      votesOf('SELECT contestant_id AS id, votes FROM contestant_tallies WHERE contest_id = $1'),
    ]);
    const page = await this.api.get<{
      categories: { contestants: { id: string; voteCount: number }[] }[];
    }>(`/contests/${this.contest.id}/public`);
    const shown = page.data?.categories?.flatMap(({ contestants }) => contestants) ?? [];
    return {
      ledger,
      atEnd,
      tally,
      api: complete(shown.map(({ id, voteCount }) => ({ id, votes: voteCount }))),
      socket: complete([...this.socketCounts].map(([id, votes]) => ({ id, votes }))),
    };
  }

  /** Everything the provider knows has become known, and what has to go back is back. */
  async comeToRest(): Promise<void> {
    for (const reference of this.references) {
      await waitFor(() => this.isSettled(reference), {
        withinMs: 120_000,
        everyMs: 150,
        what: `the end of ${reference}`,
      });
    }
  }

  private async isSettled(reference: string): Promise<boolean> {
    const truth = await this.simulator.show(reference);
    const payment = (await this.payments()).find((one) => one.reference === reference);
    if (!payment) throw new Error(`${reference} is not in the books`);
    const { kind } = PAYMENT_STATES[payment.state];
    const open = kind === 'open' || kind === 'soft-failed';
    if (truth.paid && open) await verify(reference);
    const returning = ['DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING'].includes(payment.state);
    const unheard = truth.status === 'reversed' && (kind === 'counted' || kind === 'held');
    return !returning && !unheard && !(truth.paid && open);
  }
}
