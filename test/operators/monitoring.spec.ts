import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { itRendered } from './kubectl.js';
import { repository } from './kustomize.js';
import { render, rendered } from './overlays.js';
import { podsOf } from './pods.js';
import { ALERT_FILES, alertGroups, alertRules, allQueries, dashboards, selectorsOf } from './queries.js';
import { schemaMistakes } from './schemas.js';

const runbook = readFileSync(repository('docs', 'runbook.md'), 'utf8');
/** Headings with their text up to the next one, by the address a link to them has. */
const pages = new Map(
  runbook.split(/^#{2,3} /m).map((part) => {
    const [heading = '', ...text] = part.split('\n');
    const address = heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .trim()
      .replaceAll(' ', '-');
    return [address, text.join('\n')] as const;
  }),
);

it('has an alert for every kind of trouble, each once', () => {
  const names = alertRules().map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(10);
});

it.each(ALERT_FILES.flatMap((file) => alertRules(file)))(
  'tells what $alert means, how to see it and what to do',
  (rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.for).toMatch(/^\d+[sm]$/);
    const [file, address = ''] = rule.annotations.runbook.split('#');
    expect(file).toBe('docs/runbook.md');
    const page = pages.get(address) ?? '';
    for (const part of ['**Means.**', '**See.**', '**Do.**']) expect(page).toContain(part);
  },
);

it.each(dashboards())('has a dashboard $title whose panels do not overlap', ({ panels }) => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { type, targets } of panels) if (type !== 'row') expect(targets?.length).toBeGreaterThan(0);
});

it('asks in every query for something, with brackets that close', () => {
  for (const { where, expression } of allQueries()) {
    expect({
      where,
      found: selectorsOf(expression).length + (/\bup\b/.test(expression) ? 1 : 0),
    }).not.toEqual({ where, found: 0 });
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length);
  }
});

describe('for the Prometheus Operator', () => {
  const folder = repository('monitoring', 'operator');

  it('has a PrometheusRule with the same alerts', () => {
    const groups = ALERT_FILES.flatMap(alertGroups);
    const rule = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'abato', labels: { 'app.kubernetes.io/part-of': 'abato' } },
      spec: { groups },
    };
    const file = `${folder}/prometheus-rule.yaml`;
    if (process.env['UPDATE_DOCS']) writeFileSync(file, stringify(rule, { lineWidth: 0, singleQuote: true }));
    expect(parse(readFileSync(file, 'utf8'))).toEqual(rule);
  });

  itRendered('follows the schemas of the Prometheus Operator', async () => {
    expect(await schemaMistakes(render(folder))).toEqual([]);
  });

  itRendered('scrapes the pods of API and worker in the namespace that the alerts look at', () => {
    const monitors = render(folder).filter(({ kind }) => kind === 'PodMonitor');
    const pods = podsOf(rendered.roles);
    const scraped = monitors.map(({ metadata, spec }) => {
      const { selector, podMetricsEndpoints } = spec as {
        selector: {
          matchLabels?: Record<string, string>;
          matchExpressions?: { key: string; values: string[] }[];
        };
        podMetricsEndpoints: { port: string }[];
      };
      expect(metadata.namespace).toBe('abato');
      const { matchLabels = {}, matchExpressions = [] } = selector;
      const selected = pods.filter(
        ({ labels }) =>
          Object.entries(matchLabels).every(([label, value]) => labels[label] === value) &&
          matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? '')),
      );
      for (const { spec: pod } of selected) {
        const ports = pod.containers.flatMap(({ ports: own = [] }) => own.map(({ name }) => name));
        for (const { port } of podMetricsEndpoints) expect(ports).toContain(port);
      }
      return selected.map(({ name }) => name);
    });
    expect(scraped.flat().sort()).toEqual(['api', 'api-cast', 'api-live', 'worker']);
  });
});

const prometheus = parse(readFileSync(repository('deploy', 'compose', 'prometheus.yml'), 'utf8')) as {
  alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
  scrape_configs: { relabel_configs: { target_label: string; replacement: string }[] }[];
};

it('under compose gives every series the namespace that the alerts look at', () => {
  for (const { relabel_configs: relabelled } of prometheus.scrape_configs)
    expect(relabelled).toContainEqual({ target_label: 'namespace', replacement: 'abato' });
});

it('under compose hands alerts to an Alertmanager whose receivers exist', () => {
  expect(prometheus.alerting.alertmanagers[0]?.static_configs[0]?.targets).toEqual(['alertmanager:9093']);
  const { route, receivers, inhibit_rules } = parse(
    readFileSync(repository('deploy', 'compose', 'alertmanager.yml'), 'utf8'),
  ) as {
    route: { receiver: string; routes: { receiver: string }[] };
    receivers: { name: string }[];
    inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[];
  };
  const names = receivers.map(({ name }) => name);
  for (const { receiver } of [route, ...route.routes]) expect(names).toContain(receiver);
  const known = alertRules().map(({ alert }) => alert);
  const named = inhibit_rules.flatMap(({ source_matchers: from, target_matchers: to }) =>
    [...from, ...to].flatMap((matcher) => /"([^"]+)"/.exec(matcher)?.[1]?.split('|') ?? []),
  );
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

it('draws panels over a range that no scrape interval empties', () => {
  for (const { where, expression } of allQueries().filter(({ where: place }) => !place.startsWith('alert'))) {
    for (const [, range = ''] of expression.matchAll(/\[([^\]]+)\]/g)) {
      expect({ where, range }).toEqual({
        where,
        range: expect.stringMatching(/^(\$__rate_interval|5m|1h)$/),
      });
    }
  }
});
