import pg from 'pg';
import { Problem } from '../problem.js';
import type { Addresses } from '../settings.js';

const AT_ONCE = 500;

/**
 * Make the payments invented for the demo known to the simulator, so that the daily comparison with the provider's list finds them. Done at
 * each start, because a start may be killed between the two; the simulator takes each once.
 * @throws Problem when the simulator refuses them
 */
export async function tellProvider({
  databaseOwnerUrl,
  simulatorUrl,
}: Pick<Addresses, 'databaseOwnerUrl' | 'simulatorUrl'>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseOwnerUrl });
  await client.connect();
  try {
    // What the simulator has decided itself has its id.
    const { rows } = await client.query<Record<string, unknown>>(
      `SELECT reference, provider_status AS status, amount_pesewas::int AS amount, fees_pesewas::int AS fees, channel,
         'v-' || vote_id || '@example.com' AS email, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
       FROM payments
       WHERE method = 'PAYSTACK' AND provider_transaction_id IS NULL AND provider_status IN ('success', 'failed', 'abandoned')
         AND channel IN ('card', 'mobile_money')
       ORDER BY id`,
    );
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      await send(simulatorUrl, rows.slice(from, from + AT_ONCE));
    }
  } finally {
    await client.end();
  }
}

async function send(simulatorUrl: string, payments: Record<string, unknown>[]): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/simulator/past-payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payments }),
  });
  if (!answer.ok) throw new Problem(`The simulator refuses the demo’s payments: ${await answer.text()}`);
}
