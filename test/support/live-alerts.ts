import { ruleMistakes, type World } from '../operators/promtool.js';
import { alertRules } from '../operators/queries.js';

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

/** These say how fast the machine is: a slow one with every test on it raises them in health. promtool's unit tests hold them. */
const OF_SPEED = ['EventLoopBlocked', 'FanoutSlow', 'SettleSlow', 'SlowCasts'];
const HEALTHY_MINUTES = 10;
/** Alerts on a first increase are over when those with a long `for` begin, so both times are looked at. */
const LOOKED_AT_MINUTES = [3, 16];

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
  const firingAt = (minutes: number[]): string[] => {
    const expected = minutes.flatMap((minute) =>
      names.map((alert) => ({ at: minute * 60 - 15, alert, fires: false })),
    );
    const told = ruleMistakes([{ scrape: 15, world, expected }]);
    return names.filter((name) => told.includes(`alertname=\\"${name}\\"`));
  };
  return {
    before: firingAt([HEALTHY_MINUTES]),
    during: firingAt(LOOKED_AT_MINUTES.map((minutes) => HEALTHY_MINUTES + minutes)),
  };
}
