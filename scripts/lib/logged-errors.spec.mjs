import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loggedErrors } from './logged-errors.mjs';

const dir = mkdtempSync(join(tmpdir(), 'logged-errors-'));
afterAll(() => rmSync(dir, { recursive: true }));

const entry = (level, type) =>
  `api ${JSON.stringify({ level, err: { type, message: 'it broke' }, route: '/api/x' })}\n`;

it('names each programming error in the logs of a run once, and no other error', () => {
  writeFileSync(
    join(dir, 'platform.log'),
    [
      ...[entry('error', 'TypeError'), entry('error', 'TypeError'), entry('error', 'AppError')],
      ...[entry('warn', 'TypeError'), 'api {"level":"error","err":{"type":"TypeE'],
    ].join(''),
  );
  writeFileSync(join(dir, 'unit.json'), entry('error', 'TypeError'));
  expect(loggedErrors(dir)).toEqual(['platform.log: TypeError it broke /api/x (2 ×)']);
});
