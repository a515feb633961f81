import { ConsoleLog, parseLine } from './log.js';

describe('lines of our own processes', () => {
  test('JSON becomes the message with its further fields', () => {
    const line =
      '{"level":"info","time":"2026-11-21T10:00:00.000Z","process":"api","msg":"listening","port":3000}';
    expect(parseLine('api', line)).toEqual({ level: 'info', text: 'listening port=3000' });
  });

  test('an error shows its stack', () => {
    const line = JSON.stringify({
      level: 'error',
      msg: 'failed',
      err: { message: 'boom', stack: 'Error: boom\n  at x' },
    });
    expect(parseLine('api', line)).toEqual({ level: 'error', text: 'failed\nError: boom\n  at x' });
  });

  test('what is no JSON is shown as it is', () => {
    expect(parseLine('worker', 'Segmentation fault')).toEqual({ level: 'info', text: 'Segmentation fault' });
    expect(parseLine('worker', '{broken').text).toBe('{broken');
  });

  test('a huge value is cut', () =>
    expect(
      parseLine('api', JSON.stringify({ level: 'info', msg: 'm', body: 'x'.repeat(5000) })).text.length,
    ).toBeLessThan(300));
});

describe('lines of the servers', () => {
  test('PostgreSQL: errors and warnings matter, its daily routine does not', () => {
    expect(parseLine('postgres', 'FATAL:  could not open file').level).toBe('error');
    expect(parseLine('postgres', 'WARNING:  out of space').level).toBe('warn');
    expect(parseLine('postgres', 'LOG:  checkpoint complete').level).toBe('debug');
    expect(parseLine('postgres', 'FATAL:  the database system is starting up').level).toBe('debug');
  });

  test('Redis: trouble matters, its greeting does not', () => {
    const head = '12:M 21 Nov 2026 10:00:00.000';
    expect(parseLine('redis', `${head} # Can't save in background: fork: Cannot allocate memory`).level).toBe(
      'warn',
    );
    expect(
      parseLine('redis', `12:C 21 Nov 2026 10:00:00.000 # oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo`)
        .level,
    ).toBe('debug');
    expect(parseLine('redis', `${head} * Ready to accept connections`).level).toBe('debug');
  });
});

function capture(least?: string): { log: ConsoleLog; lines: string[] } {
  const lines: string[] = [];
  const log = new ConsoleLog(
    (text) => lines.push(text),
    false,
    least,
    () => new Date(2026, 10, 21, 9, 5, 3),
  );
  return { log, lines };
}

test('every line of the log has the time, the process and the text', () => {
  const { log, lines } = capture();
  log.line('worker', '{"level":"warn","msg":"late"}');
  expect(lines).toEqual(['09:05:03 worker    warn: late\n']);
});

test('levels of the log below the chosen one and empty lines are left out', () => {
  const { log, lines } = capture('warn');
  log.line('api', '{"level":"info","msg":"hello"}');
  log.line('api', '   ');
  log.say('api', 'bad', 'error');
  expect(lines).toEqual(['09:05:03 api       error: bad\n']);
});
