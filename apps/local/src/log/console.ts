import { type Level, parseLine } from './render.js';

const COLOURS: Record<Level, number> = { debug: 2, info: 0, warn: 33, error: 31 };
const RANKS: Record<string, number> = { trace: 0, debug: 0, info: 1, warn: 2, error: 3, fatal: 3, silent: 4 };

/** The one readable log: a time, the name of the process, what it says. */
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
