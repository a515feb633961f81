import { testState } from './state.js';

interface SimulatedBalance {
  received: number;
  returned: number;
  paidOut: number;
  onTheWay: number;
  balance: number;
}

/** Moves the payment simulator as a payer, a bank and bad luck would. */
export class SimulatorControl {
  constructor(private readonly url: string = testState().simulatorUrl) {}

  /**
   * How the next payment that is initialised behaves.
   * @param script with `payer` (address, `v-<vote id>`, phone or the voter's name) it waits for that payer: tests run at once and share
   *   the simulator
   */
  async next(script: Record<string, unknown>): Promise<void> {
    await this.post('/simulator/next', script);
  }

  /** What is wrong for everybody from now on; `{ reset: true }` repairs it. For tests with a simulator of their own. */
  async faults(faults: Record<string, unknown>): Promise<void> {
    await this.post('/simulator/faults', faults);
  }

  /** Let time pass for the simulator, without waiting: what is due by then has happened afterwards. For a simulator of one's own. */
  async advance(advanceMs: number): Promise<void> {
    await this.post('/simulator/clock', { advanceMs });
  }

  /** How one payment behaves from now on. */
  async script(reference: string, script: Record<string, unknown>): Promise<void> {
    await this.post(`/simulator/transactions/${reference}/script`, script);
  }

  /** What the buttons of the checkout page do. */
  async complete(
    reference: string,
    outcome: 'success' | 'failed' | 'abandoned' = 'success',
    decision: Record<string, unknown> = {},
  ): Promise<{ redirect: string | null }> {
    return this.post(`/simulator/transactions/${reference}/complete`, { outcome, ...decision });
  }

  /** Send the webhook again, also when the script sent none. @returns the HTTP statuses of the answers */
  async webhook(reference: string, sending: Record<string, unknown> = {}): Promise<number[]> {
    const { answers } = await this.post<{ answers: number[] }>(
      `/simulator/transactions/${reference}/webhook`,
      sending,
    );
    return answers;
  }

  async dispute(reference: string, action: Record<string, unknown> = {}): Promise<void> {
    await this.post(`/simulator/transactions/${reference}/dispute`, action);
  }

  async reverse(reference: string): Promise<void> {
    await this.post(`/simulator/transactions/${reference}/reverse`, {});
  }

  /** The truth about one payment, whatever its script tells the merchant. */
  async show(reference: string): Promise<{
    status: string;
    paid: boolean;
    balance: number;
    refunds: { status: string; amount: number; account?: Record<string, string> }[];
    data: Record<string, unknown>;
  }> {
    return this.get(`/simulator/transactions/${reference}`);
  }

  /** Money really taken and given back, in pesewas. */
  async ledger(
    reference: string,
  ): Promise<{ paid: number; refunded: number; reversed: number; net: number }> {
    const { totals } = await this.get<{ totals: Awaited<ReturnType<SimulatorControl['ledger']>> }>(
      `/simulator/ledger?reference=${reference}`,
    );
    return totals;
  }

  /** All the money, in pesewas. */
  async books(): Promise<{ totals: { paid: number; refunded: number; reversed: number; net: number } }> {
    return this.get('/simulator/ledger');
  }

  /** What the main account and each subaccount own, in pesewas. */
  async balances(): Promise<{
    fees: number;
    main: SimulatedBalance;
    subaccounts: Record<string, SimulatedBalance>;
  }> {
    return this.get('/simulator/balances');
  }

  /** Close the day of one account: of no other, because tests share the simulator. @returns the provider's ids of its settlements */
  async settle(subaccount: string, how: Record<string, unknown> = {}): Promise<string[]> {
    const { settlements } = await this.post<{ settlements: { id: number }[] }>('/simulator/settle', {
      subaccount,
      ...how,
    });
    return settlements.map(({ id }) => String(id));
  }

  /** What became of a settlement. */
  async changeSettlement(id: string, status: 'success' | 'failed'): Promise<void> {
    await this.post(`/simulator/settlements/${id}`, { status });
  }

  private async get<T>(path: string): Promise<T> {
    return answerOf<T>(path, await fetch(this.url + path));
  }

  private async post<T = unknown>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return answerOf<T>(path, response);
  }
}

async function answerOf<T>(path: string, response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`simulator ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
