import { PasswordService } from './password.service.js';

it('refuses a crowd of guesses at once instead of letting everybody wait behind it', async () => {
  const passwords = new PasswordService();
  const answers = await Promise.allSettled(
    Array.from({ length: 120 }, () => passwords.verify(undefined, 'guess')),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(30);
  expect(refused.map((answer) => (answer.reason as { code: string }).code)).toEqual(
    refused.map(() => 'OVERLOADED'),
  );
  // Whoever comes later is served again.
  await expect(passwords.verify(undefined, 'guess')).resolves.toBe(false);
}, 60_000);
