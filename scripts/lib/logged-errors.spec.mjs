import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loggedMistakes } from './logged-errors.mjs';

const dir = mkdtempSync(join(tmpdir(), 'logged-errors-'));
afterAll(() => rmSync(dir, { recursive: true }));

const entry = (level, type) =>
  `api ${JSON.stringify({ level, err: { type, message: 'it broke' }, route: '/api/x' })}\n`;

it('names each programming error in the logs of a run once, and no other error', () => {
  writeFileSync(
    join(dir, 'platform.log'),
    [
      entry('error', 'TypeError'),
      entry('error', 'TypeError'),
      entry('error', 'AppError'),
      entry('warn', 'TypeError'),
      'api {"level":"error","err":{"type":"TypeE',
    ].join(''),
  );
  writeFileSync(join(dir, 'unit.json'), entry('error', 'TypeError'));
  expect(loggedMistakes(dir)).toEqual([
    'platform.log: an error of the program: TypeError it broke /api/x (2 ×)',
  ]);
});

it('names each log line with a phone number, a wallet or an e-mail address, and does not repeat it', () => {
  const line = (fields) => `api ${JSON.stringify({ level: 'info', ...fields })}\n`;
  writeFileSync(
    join(dir, 'platform.log'),
    [
      line({ msg: 'sent to +233244123456', id: 'c0244123456' }),
      line({ msg: 'sent to +233209876543' }),
      line({ event: 'account', route: '/api/hosts', account: '0551234987' }),
      line({ msg: 'wallet 233551234987 refused' }),
      line({ msg: 'told ama@example.com' }),
      line({ event: 'sign-in', userId: '01a2146c-ab0b-75e2-8091-233512345678' }),
      line({ msg: 'ready', at: 1763886000000, port: 34567, ms: 0.2441234567, id: 'c5484784022' }),
      'postgres says +233244123456\n',
      'api {"level":"info","msg":"to 02441234',
    ].join(''),
  );
  expect(loggedMistakes(dir)).toEqual([
    'platform.log: a phone or wallet number in: sent to +… (2 ×)',
    'platform.log: a phone or wallet number in: account /api/hosts (1 ×)',
    'platform.log: a phone or wallet number in: wallet … refused (1 ×)',
    'platform.log: an e-mail address in: told … (1 ×)',
  ]);
});
