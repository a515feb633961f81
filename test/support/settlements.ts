import { admin } from './admin.js';
import { sql } from './builders.js';
import { SimulatorControl } from './simulator.js';
import { waitFor } from './wait-for.js';

/** The code of a host's account at the provider. */
export async function subaccountOf(hostId: string): Promise<string> {
  return sql.value<string>`SELECT subaccount_code FROM settlement_accounts
    WHERE host_id = ${hostId} AND decision = 'APPROVED'`;
}

/**
 * The provider closes the day of one host, and it is read as the worker does it once a day.
 * @param how as `POST /simulator/settle` takes it
 */
export async function settleDay(hostId: string, how: Record<string, unknown> = {}): Promise<string> {
  const [id = ''] = await new SimulatorControl().settle(await subaccountOf(hostId), how);
  await readSettlements(hostId);
  return id;
}

/** Read what the provider has paid out to one host. */
export async function readSettlements(hostId: string): Promise<void> {
  const account = await subaccountOf(hostId);
  // The worker may be reading at this moment.
  await waitFor(
    async () => [0, 2].includes((await admin(['read-settlements', '--account', account])).code ?? 1),
    { what: 'read settlements', everyMs: 500 },
  );
}
