import { readdirSync, readFileSync } from 'node:fs';
import { FAULTS } from './alert-faults.js';
import { always, calls, grows, HEALTHY, PODS, request, seriesOf } from './healthy-world.js';
import { BEGINS, casesOf, fromThen, withFault } from './faulty-world.js';
import { hasPromtool, ruleMistakes } from './promtool.js';
import { repository } from './kustomize.js';
import { alertRules } from './queries.js';

const SCRAPES = [15, 30, 60];

it('has a fault for every alert', () =>
  expect(Object.keys(FAULTS).sort()).toEqual(
    alertRules()
      .map(({ alert }) => alert)
      .sort(),
  ));

it('has a real fault for every alert in the list of docs/measurements/reliability.md, in the test that is named there', () => {
  const document = readFileSync(repository('docs', 'measurements', 'reliability.md'), 'utf8');
  const [, section = ''] = document.split(/^## Alerts in their faults$/m);
  const rows = [...section.split(/^## /m)[0]!.matchAll(/^\| (\w+) +\| .+ \| ([a-z-]+) +\|$/gm)];
  const expectedIn = (spec = ''): string[] => {
    const text = readFileSync(repository('test', 'fault', `${spec}.spec.ts`), 'utf8');
    return [...text.matchAll(/expectAlerts\(\s*\[([^\]]*)\]/g)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    );
  };
  const seen = rows.filter(([, alert = '', spec]) => expectedIn(spec).includes(alert));
  expect(seen.map(([, alert]) => alert)).toEqual(alertRules().map(({ alert }) => alert));
});

it('has an alert for every name under which readiness reports a part', () => {
  const added = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(repository(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.spec\.ts$|node_modules/.test(path))
      .flatMap((path) => [
        ...readFileSync(repository(folder, path), 'utf8').matchAll(/\breadiness\.add\(([^;]*?)\);/gs),
      ])
      .map(([, text = '']) => text),
  );
  const names = added.flatMap((text) => [...text.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name ?? ''));
  expect(names).toEqual(expect.arrayContaining(['postgresql', 'migrations', 'redis', 'redis-cluster']));
  const watched = alertRules().flatMap(({ expr }) =>
    [...expr.matchAll(/abato_part_works\{[^}]*part=~?"([^"]+)"/g)].flatMap(([, parts = '']) =>
      parts.split('|'),
    ),
  );
  expect(names.filter((name) => !watched.includes(name))).toEqual([]);
});

it('looks at the product’s own namespace only', () => {
  for (const { alert, expr } of alertRules()) {
    const selectors = expr.match(/\b(?:abato|nodejs|process)_[a-z0-9_]+(?:\{[^}]*\})?/g) ?? [];
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors)
      expect({ alert, selector }).toEqual({ alert, selector: expect.stringContaining('{namespace="abato"') });
  }
});

(hasPromtool ? describe : describe.skip)('promtool', () => {
  it.each(SCRAPES)(
    'finds every alert silent through a healthy evening with a release, at a scrape every %i s',
    (scrape) => {
      const minutes = [2, 5, 10, 13, 14, 16, 20, 30];
      const expected = alertRules().flatMap(({ alert }) =>
        minutes.map((minute) => ({ at: minute * 60, alert, fires: false })),
      );
      expect(ruleMistakes([{ scrape, world: HEALTHY, expected }])).toBe('');
    },
  );

  it('finds no share too large in a quiet night in which three calls and three answers fail, at any scrape interval', () => {
    const isOfShares = /^abato_(http_request|provider_call)_seconds_count/;
    const still = Object.keys(HEALTHY).filter((series) => isOfShares.test(series));
    const [api = ''] = PODS.filter(([name]) => name === 'api').map(([, instance]) => instance);
    const thrice = fromThen((second) => Math.min(3, Math.floor(second / 60)), always(0));
    const world = {
      ...HEALTHY,
      ...Object.fromEntries(still.map((series) => [series, always(0)])),
      ...request('route="/api/contests/public",method="GET",status="200"', 2),
      ...calls('verify', 'ok', grows(1)),
      [seriesOf('abato_provider_call_seconds_count', api, 'call="verify",outcome="unknown"')]: thrice,
      [seriesOf('abato_http_request_seconds_count', api, 'route="/api/hosts",method="GET",status="500"')]:
        thrice,
    };
    const expected = ['ServerErrors', 'ProviderFailing'].flatMap((alert) =>
      Array.from({ length: 12 }, (_, minute) => ({ at: BEGINS + minute * 60, alert, fires: false })),
    );
    expect(ruleMistakes(SCRAPES.map((scrape) => ({ scrape, world, expected })))).toBe('');
  });

  it.each(casesOf(FAULTS))(
    'finds $alert firing within $withinMinutes min when $what, at any scrape interval',
    ({ alert, changed, withinMinutes }) => {
      const world = withFault(changed);
      const expected = [
        { at: BEGINS - 15, alert, fires: false },
        { at: BEGINS + withinMinutes * 60, alert, fires: true },
      ];
      expect(ruleMistakes(SCRAPES.map((scrape) => ({ scrape, world, expected })))).toBe('');
    },
  );
});
