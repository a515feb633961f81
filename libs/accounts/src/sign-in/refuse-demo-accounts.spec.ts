import { refuseDemoAccounts } from './password.service.js';

/** Hashes that show their password, because only the question matters here. */
const check = (known: Record<string, string>) =>
  refuseDemoAccounts(
    { passwordHashOf: (email) => Promise.resolve(known[email]) },
    { verify: (hash, password) => Promise.resolve(hash === password) },
  );

it('refuses every demo account that has its public password, by its address', async () => {
  const all = {
    'admin@abato.test': 'Admin-2026',
    'organiser@abato.test': 'Organiser-2026',
    'pending@abato.test': 'Pending-2026',
  };
  for (const [email, password] of Object.entries(all))
    await expect(check({ [email]: password })).rejects.toThrow(`(${email})`);
  await expect(check(all)).rejects.toThrow(`(${Object.keys(all).join(', ')})`);
});

it('takes accounts of the same name with another password, and none', async () => {
  await expect(check({ 'admin@abato.test': 'Another-Password-7' })).resolves.toBeUndefined();
  await expect(check({})).resolves.toBeUndefined();
});
