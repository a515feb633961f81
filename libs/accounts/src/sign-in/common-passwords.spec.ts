import { isCommonPassword } from './common-passwords.js';

const account = ['Akosua', 'Mensah', 'akosua.mensah@example.com', 'Volta Music Awards'];

it.each([
  'Password1',
  'P@ssw0rd1',
  'Welcome123',
  'Qwerty123',
  '123Letmein!',
  'Abato2026',
  'Admin-2026',
  'Organiser-2026',
  'Akosua2026',
  'Mensah99!',
])('%s is what others would try', async (password) =>
  expect(await isCommonPassword(password, account)).toBe(true),
);

it.each(['Correct-Horse-7', 'New-Password-2', 'kR7-wattle-Sow', 'Akosua-plays-8-drums'])(
  '%s is not',
  async (password) => expect(await isCommonPassword(password, account)).toBe(false),
);
