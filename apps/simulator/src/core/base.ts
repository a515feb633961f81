import { type Logger, pino } from 'pino';
import type { Settings } from './settings.js';
import { Store } from './store.js';
import { Time } from './time.js';

/** JSON lines on stdout. */
export const logger = (level = 'info'): Logger =>
  pino({ level, base: null, formatters: { level: (name) => ({ level: name }) } });

/** Settings, state and time: what everything else of the simulator works with. */
export class Base {
  /** Lines with references and ids only: never a name, phone or e-mail address. */
  readonly log: Logger;
  readonly time = new Time();
  readonly store: Store;

  constructor(readonly settings: Settings) {
    this.log = logger(settings.LOG_LEVEL);
    this.store = new Store(settings.SIMULATOR_DATA_FILE);
  }
}
