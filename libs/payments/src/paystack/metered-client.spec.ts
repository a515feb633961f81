import { Registry } from 'prom-client';
import { createPaystackClient } from './metered-client.js';
import { CALLS } from './transport.js';

const METRIC = 'abato_provider_call_seconds_count';

it('shows every call at zero before the first one: an alert sees the increase of the first failure', async () => {
  const metrics = new Registry();
  const open = {
    pass: () => Promise.resolve(),
    refused: () => Promise.resolve(),
    answered: () => Promise.resolve(),
  };
  createPaystackClient({ PAYSTACK_BASE_URL: 'http://127.0.0.1:9', PAYSTACK_SECRET_KEY: 'x' }, metrics, open);
  const lines = (await metrics.metrics()).split('\n');
  for (const call of CALLS) {
    expect(lines).toContain(`${METRIC}{call="${call}",outcome="ok"} 0`);
    expect(lines).toContain(`${METRIC}{call="${call}",outcome="rate-limited"} 0`);
  }
});
