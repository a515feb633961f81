import argon2 from 'argon2';
import { newId } from '@abato/platform';
import { findFreePort } from '../../apps/local/src/ports.js';
import { sql } from '../support/builders.js';
import { OwnProcess, START_WITHIN_MS } from '../support/process.js';
import { testRun } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

it('a production API does not start while a demo account has its public password, and names the account', async () => {
  const id = newId();
  const passwordHash = await argon2.hash('Admin-2026', { memoryCost: 1024, timeCost: 2 });
  await sql`INSERT INTO users (id, first_name, last_name, email, phone, id_number_encrypted, password_hash,
       role, approval_status, created_at, updated_at)
       VALUES (${id}, 'Efua', 'Ansah', 'admin@abato.test', '+233244000001', '', ${passwordHash}, 'SUPER_ADMIN',
       'APPROVED', now(), now())`;
  const port = await findFreePort(2);
  const own = OwnProcess.start(
    testRun().buildDir,
    'api',
    { port, metricsPort: port + 1 },
    {
      NODE_ENV: 'production',
      PAYER_EMAIL_DOMAIN: 'payers.vote.example',
      VOTE_LIMITS: 'standard',
      PAYSTACK_SECRET_KEY: 'sk_test_refused',
      SMTP_URL: 'none',
      SMS_API_KEY: 'none',
      PUBLIC_URL: 'https://vote.example',
    },
  );
  try {
    const serves = async () => (await own.readiness().catch(() => null))?.status === 200;
    await waitFor(async () => own.hasEnded || (await serves()), {
      withinMs: START_WITHIN_MS,
      what: 'the process to refuse',
    });
    expect(own.hasEnded).toBe(true);
    const last = await own.readiness().catch((error: Error) => error.message);
    expect(last).toMatch(/demo accounts with their public password \(admin@abato\.test\)/);
    expect(last).not.toContain('Admin-2026');
  } finally {
    own.kill();
    await sql`DELETE FROM users WHERE id = ${id}`;
  }
});
