import { HEALTHY, PODS, seriesOf } from './healthy-world.js';
import type { Values, World } from './promtool.js';

/** Faults begin at minute 20, after the release of the healthy evening. */
export const BEGINS = 20 * 60;

export const fromThen =
  (values: Values, before: Values): Values =>
  (second) =>
    second < BEGINS ? before(second) : values(second - BEGINS);
export const gone: Values = () => null;
/** Up for some seconds of each period, as a process that crashes again and again. Each start has its own time. */
export const crashLoop =
  (upSeconds: number, periodSeconds: number): Values =>
  (second) =>
    second % periodSeconds < upSeconds ? BEGINS + Math.floor(second / periodSeconds) * periodSeconds : null;

const SECOND_PODS = PODS.map(([name, instance]) => [name, instance.replace('.0.', '.1.')] as const);
export const startedNow = (process: 'api' | 'worker', values: Values): World =>
  Object.fromEntries(
    SECOND_PODS.filter(([name]) => name === process).map(([, instance]) => [
      seriesOf('abato_process_started_seconds', instance, `process="${process}"`),
      fromThen(values, (second) => (second < 725 ? null : 720)),
    ]),
  );

/** Two API processes in a role, beside those without. */
export const ofRole = (role: string, values: Values): World =>
  Object.fromEntries(
    [1, 2].map((pod) => [
      seriesOf('abato_process_started_seconds', `${role}-${pod}:9464`, `process="api",role="${role}"`),
      values,
    ]),
  );

export interface Fault {
  what: string;
  /** Series that become others when the fault begins. */
  changed: World;
  /** The alert must have fired by then. */
  withinMinutes: number;
}
export const within = (withinMinutes: number, what: string, changed: World): Fault => ({
  what,
  changed,
  withinMinutes,
});
/** Faults by the alert that tells of them, as rows of a table. */
export const casesOf = (faults: Record<string, Fault[]>) =>
  Object.entries(faults).flatMap(([alert, some]) => some.map((fault) => ({ alert, ...fault })));

/** The healthy evening, from minute 20 on with these series instead; counters go on from where they were. */
export function withFault(changed: World): World {
  const since = Object.entries(changed).map(([series, values]): [string, Values] => {
    const healthy = HEALTHY[series];
    if (!healthy || series.startsWith('abato_process_started')) return [series, values];
    const isCounter = /_(total|count|bucket)\{/.test(series);
    const offset = isCounter ? (healthy(BEGINS) ?? 0) : 0;
    return [series, fromThen((second) => offset + (values(second) ?? 0), healthy)];
  });
  return { ...HEALTHY, ...Object.fromEntries(since) };
}
