import { ruleMistakes, type World } from '../operators/promtool.js';
import { alertRules } from '../operators/queries.js';
import { waitFor } from './wait-for.js';

/** What a process really exports, at one time. */
export interface Exposition {
  instance: string;
  text: string;
}

export const scrape = async (urls: readonly string[]): Promise<Exposition[]> =>
  Promise.all(
    urls.map(async (url) => ({
      instance: new URL(url).host,
      text: await fetch(url).then(
        (answer) => answer.text(),
        () => '',
      ),
    })),
  );

const isHealthy = ({ text }: Exposition): boolean =>
  text.includes('abato_part_works{') && !/^abato_part_works\{.*\} 0$/m.test(text);

/**
 * The same once no process says that a part it works with is away: the fault of one test is not the health of the next one.
 * @param shows what the metrics must show besides. @param what it is, for the message of a failure
 */
export const scrapeHealthy = (
  urls: readonly string[],
  shows: (told: Exposition[]) => boolean = () => true,
  what = 'all processes to report no part that is away',
): Promise<Exposition[]> => scrapeUntil(urls, (told) => told.every(isHealthy) && shows(told), what);

/** The same once the metrics show something. @param what it is, for the message of a failure */
export function scrapeUntil(
  urls: readonly string[],
  shows: (told: Exposition[]) => boolean,
  what: string,
): Promise<Exposition[]> {
  return waitFor(
    async () => {
      const told = await scrape(urls);
      return shows(told) && told;
    },
    { what },
  );
}

/** The largest value that a process exports. @param series name of a metric, or with the beginning of its labels; NaN when there is none */
export function largest(told: readonly Exposition[], series: string): number {
  const lines = told.flatMap(({ text }) => text.split('\n')).filter((line) => line.startsWith(series));
  return lines.length ? Math.max(...lines.map((line) => Number(line.slice(line.lastIndexOf(' '))))) : NaN;
}

/** Values by series, with the labels that Prometheus adds. */
function valuesOf(expositions: readonly Exposition[]): Map<string, number> {
  const values = new Map<string, number>();
  for (const { instance, text } of expositions) {
    for (const line of text.split('\n')) {
      const [, metric, , labels = '', value] = /^([a-z_][a-z0-9_]*)(\{(.*)\})? (\S+)$/i.exec(line) ?? [];
      if (!metric) continue;
      values.set(
        `${metric}{namespace="abato",instance="${instance}"${labels && `,${labels}`}}`,
        Number(value),
      );
    }
  }
  return values;
}

/** Names of the series that only grow, by the types that a process tells. */
function growing(expositions: readonly Exposition[]): Set<string> {
  const types = expositions.flatMap(({ text }) => [...text.matchAll(/^# TYPE (\S+) (counter|histogram)$/gm)]);
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'counter' ? [name] : [`${name}_bucket`, `${name}_sum`, `${name}_count`],
    ),
  );
}

/**
 * These say how fast the machine is, or what waits at one moment, which a scrape that is made to last takes for long: a slow machine with
 * every test on it raises them in health. Only the test of their own fault looks at them.
 */
const OF_SPEED = ['EventLoopBlocked', 'FanoutSlow', 'PoolExhausted', 'SettleSlow', 'SlowCasts'] as const;
const HEALTHY_MINUTES = 10;
const SCRAPE_SECONDS = 15;
/** Rates over five minutes that lasted three are seen at the first time, and alerts with a long `for` at the second. */
const LOOKED_AT_MINUTES = [4.5, 16];
/** No range of a rule is longer but that of roles which were given up. */
const HEALED_MINUTES = 16;

interface Course {
  /** What was scraped on the way to `during`, each at one time only. */
  through?: readonly (readonly Exposition[])[];
  /** The fault goes on: what counters have grown by they grow by again every so many minutes. */
  againEveryMinutes?: number;
  /** Alerts about speed that this fault is about. */
  speed?: readonly (typeof OF_SPEED)[number][];
  /** What is exported when the fault is over. */
  healed?: readonly Exposition[];
}

/**
 * Hold real expositions against the alert rules without waiting: Prometheus is made to believe that the first held for ten minutes, the
 * second for sixteen more, and that of the healed installation, where there is one, for as long.
 * @returns names of the alerts, without those about other speeds, that fired at the end of the ten minutes, of those that fired later, and of
 *   those that still fire at the end
 */
export function firing(
  before: readonly Exposition[],
  during: readonly Exposition[],
  { through = [], againEveryMinutes, speed = [], healed }: Course = {},
): { before: string[]; during: string[]; healed?: string[] } {
  const begins = HEALTHY_MINUTES * 60;
  const ends = begins + Math.max(...LOOKED_AT_MINUTES) * 60;
  const then = valuesOf(before);
  const now = valuesOf(during);
  const onTheWay = through.map(valuesOf);
  const afterwards = healed && valuesOf(healed);
  const counters = againEveryMinutes ? growing(during) : new Set<string>();
  const goingOn = (series: string, second: number): number | null => {
    const value = now.get(series) ?? null;
    const grown = (value ?? 0) - (then.get(series) ?? 0);
    if (!againEveryMinutes || grown <= 0 || !counters.has(series.slice(0, series.indexOf('{')))) return value;
    return (value ?? 0) + grown * Math.floor((second - begins) / (againEveryMinutes * 60));
  };
  const at = (series: string, second: number): number | null => {
    if (second < begins) return then.get(series) ?? null;
    if (afterwards && second >= ends) return afterwards.get(series) ?? null;
    const passed = onTheWay[(second - begins) / SCRAPE_SECONDS];
    return passed ? (passed.get(series) ?? null) : goingOn(series, second);
  };
  const all = [then, ...onTheWay, now, ...(afterwards ? [afterwards] : [])];
  const world: World = Object.fromEntries(
    [...new Set(all.flatMap((values) => [...values.keys()]))].map((series) => [
      series,
      (second: number) => at(series, second),
    ]),
  );
  const unseen = OF_SPEED.filter((name) => !speed.includes(name)) as string[];
  const names = alertRules()
    .map(({ alert }) => alert)
    .filter((name) => !unseen.includes(name));
  const ended = healed ? [ends + HEALED_MINUTES * 60] : [];
  const looked = [begins, ...LOOKED_AT_MINUTES.map((minutes) => begins + minutes * 60), ...ended].map(
    (second) => second - SCRAPE_SECONDS,
  );
  const expected = looked.flatMap((second) => names.map((alert) => ({ at: second, alert, fires: false })));
  const fired = firedWithout(ruleMistakes([{ scrape: SCRAPE_SECONDS, world, expected }]));
  const firingWhere = (isThen: (second: number) => boolean): string[] =>
    names.filter((name) => fired.some((one) => one.name === name && isThen(one.at)));
  return {
    before: firingWhere((second) => second < begins),
    during: firingWhere((second) => second >= begins && second < ends),
    ...(healed && { healed: firingWhere((second) => second >= ends) }),
  };
}

/** What promtool says of alerts that fired where none was expected. @throws Error when it says anything else */
function firedWithout(told: string): { name: string | undefined; at: number }[] {
  const time = /alertname=\\"(\w+)\\".*, time: (?:(\d+)m)?(?:(\d+)s)?,/g;
  const fired = [...told.matchAll(time)].map(([, name, minutes, rest]) => ({
    name,
    at: Number(minutes ?? 0) * 60 + Number(rest ?? 0),
  }));
  if (told && fired.length === 0)
    throw new Error(`promtool says something else than which alerts fire: ${told}`);
  return fired;
}
