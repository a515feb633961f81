import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { documents, repository } from './kustomize.js';

/** A PromQL expression and where it stands. */
export interface Query {
  where: string;
  expression: string;
}

export interface AlertRule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

/** `abato`: from metrics of our own. `infrastructure`: from exporters of others. */
export const ALERT_FILES = ['abato', 'infrastructure'] as const;

export function alertGroups(file: (typeof ALERT_FILES)[number]): { name: string; rules: AlertRule[] }[] {
  const text = readFileSync(repository('monitoring', 'alerts', `${file}.yml`), 'utf8');
  return (parse(text) as { groups: { name: string; rules: AlertRule[] }[] }).groups;
}

export const alertRules = (file: (typeof ALERT_FILES)[number] = 'abato'): AlertRule[] =>
  alertGroups(file).flatMap(({ rules }) => rules);

export interface Dashboard {
  uid: string;
  title: string;
  panels: {
    id: number;
    type: string;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets?: { expr: string }[];
  }[];
}

export function dashboards(): Dashboard[] {
  const folder = repository('monitoring', 'dashboards');
  return readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Dashboard,
  );
}

/** What dashboards, alerts and autoscalers ask Prometheus. */
export function allQueries(): Query[] {
  const [scaled] = documents(repository('k8s', 'keda', 'worker-scaling.yaml'));
  const { triggers } = scaled?.['spec'] as { triggers: { name: string; metadata: { query: string } }[] };
  return [
    ...dashboards().flatMap(({ title, panels }) =>
      panels.flatMap((panel) =>
        (panel.targets ?? []).map(({ expr }) => ({ where: `${title}, ${panel.title}`, expression: expr })),
      ),
    ),
    ...alertRules().map(({ alert, expr }) => ({ where: `alert ${alert}`, expression: expr })),
    ...triggers.map(({ name, metadata }) => ({ where: `trigger ${name}`, expression: metadata.query })),
    { where: 'autoscaler of the API', expression: 'abato_sockets' },
  ];
}

export interface Selector {
  metric: string;
  /** Label and value of the equality matchers. */
  equals: [string, string][];
  labels: string[];
}

/** The series an expression selects. Every metric of ours, of the runtime and of infrastructure has one of these prefixes. */
export const selectorsOf = (expression: string): Selector[] =>
  [
    ...expression.matchAll(
      /\b((?:abato|nodejs|process|certmanager|kubelet|kube|cnpg|pg|redis)_[a-z0-9_]+)(?:\{([^}]*)\})?/g,
    ),
  ].map(([, metric = '', inside = '']) => {
    const matchers = [...inside.matchAll(/([a-z_]+)(=~|!=|!~|=)"([^"]*)"/g)];
    return {
      metric,
      labels: matchers.map((matcher) => matcher[1] ?? ''),
      equals: matchers
        .filter((matcher) => matcher[2] === '=')
        .map((matcher): [string, string] => [matcher[1] ?? '', matcher[3] ?? '']),
    };
  });
