import type { Redis } from 'ioredis';
import type pg from 'pg';
import { Transactions } from '@abato/database';
import {
  beginAttempt,
  type ListSuccessesService,
  type PaymentSweepsService,
  recordBegun,
} from '@abato/testing/payments';
import { PaystackClient, ProviderError } from '@abato/paystack';
import { SharedCallLimit } from '@abato/testing/paystack';
import { CALLS_PER_MINUTE, paymentServices } from '../../support/payment-services.js';
import type { SimulatorControl } from '../../support/simulator.js';
import { World } from '../model/world.js';
import type { Payer } from './payers.js';

const CHECKS_EVERY_SECONDS = 2;
const LIST_EVERY_SECONDS = 60;
/** A payer who is refused because too many are paying tries again after this long, or later when told so. */
const TRY_AGAIN_SECONDS = 20;
/** Requests at once: what the API's bounded pools let through. */
const AT_ONCE = 8;

interface Waiting extends Payer {
  voteId: string;
  tryAt: number;
}

/**
 * A night on which no webhook arrives and every browser is closed after the page was opened: what the worker's own sweeps find
 * is all there is. The worker's services run as they are, against the provider's simulator and a real database; only their clock
 * is ours, and it goes as fast as the machine allows.
 */
export class Night {
  private readonly world: World;
  private readonly client: PaystackClient;
  private readonly sweeps: PaymentSweepsService;
  private readonly list: ListSuccessesService;
  private readonly clock = { now: () => this.now };
  private readonly start: Date;
  private now: Date;

  /**
   * @param start must lie further in the past than the night is long: the simulator dates its transactions by the real clock, and
   *   a list is asked for from a moment on
   */
  constructor(
    private readonly pool: pg.Pool,
    owner: pg.Pool,
    redis: Redis,
    provider: { url: string; secretKey: string },
    private readonly simulator: SimulatorControl,
    start: Date,
  ) {
    this.start = this.now = start;
    this.world = new World(pool, owner);
    this.world.now = start;
    this.world.end = new Date(start.getTime() + 24 * 3_600_000);
    const settings = { baseUrl: provider.url, secretKey: provider.secretKey };
    const gate = new SharedCallLimit(redis, CALLS_PER_MINUTE, this.clock, `abato:night:${start.getTime()}`);
    this.client = new PaystackClient(settings, undefined, gate);
    const services = paymentServices(pool, redis, this.clock, this.client);
    this.list = services.list;
    this.sweeps = services.sweeps;
  }

  get contestId(): string {
    return this.world.contestId;
  }

  /**
   * Let it pass.
   * @returns seconds it took until the last success was counted, of simulated time
   * @throws Error when a success is not counted within two hours after the last payer
   */
  async pass(payers: Payer[]): Promise<number> {
    await this.world.create();
    const coming = [...payers];
    const beginning: Waiting[] = [];
    const paying: { reference: string; payer: Payer }[] = [];
    const last = Math.max(...payers.map(({ castAt, doneAt }) => doneAt ?? castAt));
    for (let second = 0; second <= last + 2 * 3_600; second++) {
      this.now = this.world.now = new Date(this.start.getTime() + second * 1000);
      while (coming[0] && coming[0].castAt <= second) {
        const payer = coming.shift() as Payer;
        await this.world.cast(payer.votes);
        beginning.push({ ...payer, voteId: this.world.votes.at(-1) ?? '', tryAt: second });
      }
      const trying = take(beginning, ({ tryAt }) => tryAt <= second);
      await aFewAtOnce(trying, async (waiting) => {
        const begun = await this.begin(waiting.voteId);
        if (typeof begun === 'string') paying.push({ reference: begun, payer: waiting });
        else beginning.push({ ...waiting, tryAt: second + Math.max(begun, TRY_AGAIN_SECONDS) });
      });
      const done = take(paying, ({ payer }) => payer.doneAt !== null && payer.doneAt <= second);
      await aFewAtOnce(done, ({ reference, payer }) => this.finish(reference, payer));
      if (second % CHECKS_EVERY_SECONDS === 0) await this.sweeps.checkDue();
      if (second % LIST_EVERY_SECONDS === 0) await this.list.read();
      if (second > last && second % LIST_EVERY_SECONDS === 1 && (await this.isCounted(payers))) return second;
    }
    throw new Error('two hours later a paid vote is still not counted');
  }

  /** @returns the reference, or the seconds to wait when too many are paying */
  private async begin(voteId: string): Promise<string | number> {
    const takePermit = () => this.client.takePermit('initialize');
    const begun = await beginAttempt(
      new Transactions(this.pool),
      { voteId, flow: 'CHECKOUT' },
      this.now,
      takePermit,
    ).catch((error: unknown) => {
      if (error instanceof ProviderError && error.failure === 'rate-limited')
        return error.details.retryAfter ?? 0;
      throw error;
    });
    if (typeof begun === 'number') return begun;
    if (begun.kind !== 'begun') throw new Error(`cannot begin: ${begun.kind}`);
    const { reference, amountPesewas: amount, permit } = begun;
    const request = {
      reference,
      amount,
      currency: 'GHS',
      email: 'payer@example.com',
      callbackUrl: 'http://localhost/payment/verify',
      cancelUrl: 'http://localhost/payment/verify',
    };
    const page = await this.client.initialize(request, permit);
    await this.simulator.script(reference, { webhook: 'never' });
    await recordBegun(
      new Transactions(this.pool),
      begun,
      { state: 'INITIALIZED', source: 'initialize', ...page },
      this.now,
    );
    return reference;
  }

  /** The payer is done, and the browser is closed. */
  private async finish(reference: string, { outcome }: Payer): Promise<void> {
    await this.simulator.complete(reference, outcome, { paidAt: this.now.toISOString() });
  }

  private async isCounted(payers: Payer[]): Promise<boolean> {
    const { rows } = await this.pool.query<{ counted: number }>(
      `SELECT count(*) AS counted FROM payments WHERE contest_id = $1 AND state = 'COMPLETED'`,
      [this.contestId],
    );
    return rows[0]?.counted === payers.filter(({ outcome }) => outcome === 'success').length;
  }
}

async function aFewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Remove and return what fits. */
function take<T>(items: T[], fits: (item: T) => boolean): T[] {
  const taken = items.filter(fits);
  if (taken.length) items.splice(0, items.length, ...items.filter((item) => !fits(item)));
  return taken;
}
