/** An entry of a public log (docs/log-format.md). */
export type Entry = Readonly<Record<string, unknown>>;

/** The newest version of entries that is understood here. */
export const NEWEST_VERSION = 2;

export const isHidden = (entry: Entry): boolean => 'hidden' in entry;

/** How the organiser enters votes. */
export const MANUAL_CHANNELS: ReadonlySet<unknown> = new Set(['manual', 'cash']);

/** Version 1 called what the organiser of a free contest entered `free`. */
export function kindOf({ kind, channel }: Entry): string {
  return kind === 'free' && channel === 'manual' ? 'manual' : String(kind);
}
