import { createLogger } from './logger.js';

function linesOf(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('test', 'info', { write: (line) => lines.push(line) }));
  return lines.join('');
}

it('the log says which statement failed and not with which values', () => {
  const details = {
    code: '23502',
    table: 'users',
    detail: 'Failing row contains (Akosua, akosua@example.com)',
    parameters: ['Akosua', 'akosua@example.com'],
  };
  const failure = Object.assign(new Error('null value in column "phone"'), details, {
    driverError: Object.assign(new Error('null value'), details),
  });
  const line = linesOf((log) => log.error({ err: failure }, 'request failed'));
  expect(line).not.toMatch(/akosua/i);
  expect(JSON.parse(line)).toMatchObject({ level: 'error', err: { code: '23502', table: 'users' } });
});

it('the log names no person where a field could, and writes one line for a text of two', () => {
  const line = linesOf((log) =>
    log.info({ voter: { voterPhone: '+233241234567' }, reason: 'a\n{"level":"fatal"}' }, 'refused'),
  );
  expect(line).not.toContain('233241234567');
  expect(line.trimEnd().split('\n')).toHaveLength(1);
});
