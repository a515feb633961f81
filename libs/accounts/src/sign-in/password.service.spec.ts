import { PasswordService } from './password.service.js';

it('refuses a crowd of guesses at once, so that other sign-ins need not wait for it', async () => {
  const passwords = new PasswordService({ production: false });
  const answers = await Promise.allSettled(
    Array.from({ length: 120 }, () => passwords.verify(undefined, 'guess')),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(30);
  expect(refused.map((answer) => (answer.reason as { code: string }).code)).toEqual(
    refused.map(() => 'OVERLOADED'),
  );
  // Later requests are served again.
  await expect(passwords.verify(undefined, 'guess')).resolves.toBe(false);
});

it('takes no common password where it protects something', async () => {
  const about = ['Akosua', 'akosua@example.com'];
  const passwords = new PasswordService({ production: true });
  for (const password of ['Password1', 'Akosua2026']) {
    await expect(passwords.hashChosen(password, about)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [
        {
          field: 'password',
          message: 'This password is easy to guess. Choose one that others would not try.',
        },
      ],
    });
  }
  const hash = await passwords.hashChosen('Correct-Horse-7', about);
  await expect(passwords.verify(hash, 'Correct-Horse-7')).resolves.toBe(true);
  await expect(new PasswordService({ production: false }).hashChosen('Password1', about)).resolves.toContain(
    'argon2id',
  );
});
