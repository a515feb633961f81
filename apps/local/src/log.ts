export type Level = 'debug' | 'info' | 'warn' | 'error';

/** What a line says and how much it matters. */
interface Entry {
  level: Level;
  text: string;
}

const COLOURS: Record<Level, number> = { debug: 2, info: 0, warn: 33, error: 31 };
const RANKS: Record<string, number> = { trace: 0, debug: 0, info: 1, warn: 2, error: 3, fatal: 3, silent: 4 };
const LONGEST_VALUE = 200;

/** The one readable log of all processes: a time, the name of the process, what it says. */
export class ConsoleLog {
  /**
   * @param write receives whole lines
   * @param least lines below this level are left out
   */
  constructor(
    private readonly write: (text: string) => void,
    private readonly colourful: boolean,
    private readonly least = 'info',
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** A line as a process wrote it. */
  line(source: string, line: string): void {
    if (!line.trim()) return;
    const { level, text } = parseLine(source, line);
    this.say(source, text, level);
  }

  /** A sentence of our own. */
  say(source: string, text: string, level: Level = 'info'): void {
    if ((RANKS[level] ?? 1) < (RANKS[this.least] ?? 1)) return;
    const time = this.now().toTimeString().slice(0, 8);
    const mark = level === 'warn' || level === 'error' ? `${level}: ` : '';
    const prefix = `${this.paint(2, time)} ${this.paint(36, source.padEnd(9))} `;
    // Further lines (a stack) stand below the text, not below the prefix.
    const body = text.split('\n').join(`\n${' '.repeat(20)}`);
    this.write(`${prefix}${this.paint(COLOURS[level], mark + body)}\n`);
  }

  private paint(code: number, text: string): string {
    return this.colourful && code ? `\u001b[${code}m${text}\u001b[0m` : text;
  }
}

/** What a line of any of the processes says. */
export function parseLine(source: string, line: string): Entry {
  if (source === 'postgres') return parsePostgres(line);
  if (source === 'redis') return parseRedis(line);
  try {
    if (line.startsWith('{')) return parseJson(JSON.parse(line) as Record<string, unknown>);
  } catch {
    // Cut off, or of a program that writes otherwise: shown as it is.
  }
  return { level: 'info', text: line };
}

function parseJson({
  level,
  msg,
  err,
  time: _,
  process: _process,
  ...fields
}: Record<string, unknown>): Entry {
  const extra = Object.entries(fields).map(([name, value]) => `${name}=${show(value)}`);
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const text = [msg === undefined ? '' : show(msg), ...extra].filter(Boolean).join(' ');
  const details = stack ?? message;
  return {
    level: level === 'fatal' ? 'error' : String(level) in COLOURS ? (level as Level) : 'debug',
    text: details === undefined ? text : `${text}\n${details}`,
  };
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** Between its start and its readiness, and while it stops, PostgreSQL refuses all requests: the restart itself is reported. */
const RESTARTS =
  /not yet accepting connections|is starting up|is shutting down|terminating connection due to administrator/;

function parsePostgres(line: string): Entry {
  const [, severity = '', text = line] = /^([A-Z0-9]+): {2}(.*)$/.exec(line) ?? [];
  if (RESTARTS.test(text)) return { level: 'debug', text };
  if (severity === 'WARNING') return { level: 'warn', text };
  if (/^(ERROR|FATAL|PANIC)$/.test(severity)) return { level: 'error', text };
  return { level: severity === 'DETAIL' && !/Consistent recovery state/.test(text) ? 'info' : 'debug', text };
}

function parseRedis(line: string): Entry {
  const [, mark, text = line] = /^\d+:[A-Z] .*? ([.\-*#]) (.*)$/.exec(line) ?? [];
  // Redis marks its greeting and its farewell as warnings too; advice about the machine's memory settings is for servers.
  const matters = /error|fail|can't|cannot|corrupt|bad file|denied|MISCONF|OOM|out of memory/i.test(text);
  const advice = /overcommit|Transparent Huge Pages/i.test(text);
  return { level: mark === '#' && matters && !advice ? 'warn' : 'debug', text };
}
