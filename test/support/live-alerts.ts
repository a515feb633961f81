import { ruleMistakes, type World } from '../operators/promtool.js';
import { alertRules } from '../operators/queries.js';
import { waitFor } from './wait-for.js';

/** What a process really exports, at one time. */
export interface Exposition {
  instance: string;
  text: string;
}

export async function scrape(urls: readonly string[]): Promise<Exposition[]> {
  return Promise.all(
    urls.map(async (url) => ({
      instance: new URL(url).host,
      text: await fetch(url).then(
        (answer) => answer.text(),
        () => '',
      ),
    })),
  );
}

/** The same once no process says that a part it works with is away: the fault of one test is not the health of the next one. */
export async function scrapeHealthy(urls: readonly string[]): Promise<Exposition[]> {
  return waitFor(
    async () => {
      const told = await scrape(urls);
      const isHealthy = ({ text }: Exposition): boolean =>
        text.includes('abato_part_works{') && !/^abato_part_works\{.*\} 0$/m.test(text);
      return told.every(isHealthy) && told;
    },
    { what: 'all processes to report no part that is away' },
  );
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

/**
 * These say how fast the machine is, or what waits at one moment, which a scrape that is made to last takes for long: a slow machine with
 * every test on it raises them in health. promtool's unit tests hold them.
 */
const OF_SPEED = ['EventLoopBlocked', 'FanoutSlow', 'PoolExhausted', 'SettleSlow', 'SlowCasts'];
const HEALTHY_MINUTES = 10;
const SCRAPE_SECONDS = 15;
/** Rates over five minutes that lasted three are seen at the first time, and alerts with a long `for` at the second. */
const LOOKED_AT_MINUTES = [4.5, 16];

/**
 * Hold real expositions against the alert rules without waiting: Prometheus is made to believe that the first held for ten minutes and the
 * second for sixteen more.
 * @returns names of the alerts, without those about speed, that fired at the end of the ten minutes, and of those that fired later
 */
export function firing(
  before: readonly Exposition[],
  during: readonly Exposition[],
): { before: string[]; during: string[] } {
  const then = valuesOf(before);
  const now = valuesOf(during);
  const world: World = Object.fromEntries(
    [...new Set([...then.keys(), ...now.keys()])].map((series) => [
      series,
      (second: number) => (second < HEALTHY_MINUTES * 60 ? then : now).get(series) ?? null,
    ]),
  );
  const names = alertRules()
    .map(({ alert }) => alert)
    .filter((name) => !OF_SPEED.includes(name));
  const seconds = [HEALTHY_MINUTES, ...LOOKED_AT_MINUTES.map((minutes) => HEALTHY_MINUTES + minutes)].map(
    (minute) => minute * 60 - SCRAPE_SECONDS,
  );
  const expected = seconds.flatMap((at) => names.map((alert) => ({ at, alert, fires: false })));
  const told = ruleMistakes([{ scrape: SCRAPE_SECONDS, world, expected }]);
  const fired = [...told.matchAll(/alertname=\\"(\w+)\\".*, time: (?:(\d+)m)?(?:(\d+)s)?,/g)].map(
    ([, name, minutes, rest]) => ({ name, at: Number(minutes ?? 0) * 60 + Number(rest ?? 0) }),
  );
  if (told && fired.length === 0)
    throw new Error(`promtool says something else than which alerts fire: ${told}`);
  const firingWhere = (isThen: (at: number) => boolean): string[] =>
    names.filter((name) => fired.some((one) => one.name === name && isThen(one.at)));
  const end = HEALTHY_MINUTES * 60;
  return { before: firingWhere((at) => at < end), during: firingWhere((at) => at >= end) };
}
