/** Turns a line of any of the processes into one line for a person. */

export type Level = 'debug' | 'info' | 'warn' | 'error';

export interface Entry {
  level: Level;
  text: string;
}

const PINO_LEVELS: [number, Level][] = [
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
  [0, 'debug'],
];
/** Fields of a JSON line that every line has or that are shown elsewhere. */
const FRAME = new Set(['level', 'time', 'msg', 'process', 'name', 'pid', 'hostname', 'err', 'v']);
const LONGEST_VALUE = 200;

/** What a line says and how much it matters. */
export function parseLine(source: string, line: string): Entry {
  if (source === 'postgres') return parsePostgres(line);
  if (source === 'redis') return parseRedis(line);
  return parseJson(line) ?? { level: 'info', text: line };
}

function parseJson(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const fields = Object.entries(record).filter(([name]) => !FRAME.has(name));
  const extra = fields.map(([name, value]) => `${name}=${show(value)}`);
  const error = record['err'] as { message?: unknown; stack?: unknown } | undefined;
  const message = record['msg'] === undefined ? '' : show(record['msg']);
  const text = [message, ...extra].filter(Boolean).join(' ');
  const details = error?.stack ?? error?.message;
  return {
    level: levelOf(record['level']),
    text: details === undefined ? text : `${text}\n${showWhole(details)}`,
  };
}

function showWhole(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function show(value: unknown): string {
  const text = showWhole(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function levelOf(level: unknown): Level {
  if (typeof level === 'number') return PINO_LEVELS.find(([least]) => level >= least)?.[1] ?? 'debug';
  if (level === 'fatal' || level === 'error') return 'error';
  if (level === 'warn' || level === 'info') return level;
  return 'debug';
}

function parsePostgres(line: string): Entry {
  const [, severity, text] = /^([A-Z0-9]+): {2}(.*)$/.exec(line) ?? [];
  if (severity === undefined || text === undefined) return { level: 'debug', text: line };
  // Between its start and its readiness, and while it stops, it refuses all requests: the restart itself is reported.
  if (
    /not yet accepting connections|is starting up|is shutting down|terminating connection due to administrator/.test(
      text,
    )
  ) {
    return { level: 'debug', text };
  }
  if (severity === 'WARNING') return { level: 'warn', text };
  if (severity === 'ERROR' || severity === 'FATAL' || severity === 'PANIC') return { level: 'error', text };
  return { level: severity === 'DETAIL' && !/Consistent recovery state/.test(text) ? 'info' : 'debug', text };
}

function parseRedis(line: string): Entry {
  const [, mark, text] = /^\d+:[A-Z] .*? ([.\-*#]) (.*)$/.exec(line) ?? [];
  if (text === undefined) return { level: 'debug', text: line };
  // Redis marks its greeting and its farewell as warnings too; advice about the machine's memory settings is for servers.
  const matters = /error|fail|can't|cannot|corrupt|bad file|denied|MISCONF|OOM|out of memory/i.test(text);
  const advice = /overcommit|Transparent Huge Pages/i.test(text);
  return { level: mark === '#' && matters && !advice ? 'warn' : 'debug', text };
}
