import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { versionOf } from '../support/programs.js';
import { type AlertRule, alertRules, selectorsOf } from './queries.js';

export const hasPromtool =
  versionOf('promtool', { from: 'apt-get install prometheus', tests: 'the tests of the alerts' }) !==
  undefined;

/** A series as a function of the time in seconds; null while nothing exports it. */
export type Values = (second: number) => number | null;
export type World = Readonly<Record<string, Values>>;

/** @property at second of the evaluation */
export interface Expectation {
  at: number;
  alert: string;
  fires: boolean;
}

interface AlertTest {
  /** Distance of two scrapes, in seconds. */
  scrape: number;
  world: World;
  expected: readonly Expectation[];
}

const YAML = { aliasDuplicateObjects: false, lineWidth: 0 };
/** Distance of two evaluations of the rules, as Prometheus has it by default in most installations. */
const EVALUATION_SECONDS = 15;

/**
 * Run the alert rules over invented series, as Prometheus would. Only the rules that something is expected of, and the series they
 * ask for: the rest would take minutes and change nothing.
 * @param evaluationSeconds distance of two evaluations; long for ages of days, because each costs time
 * @returns what promtool says about expectations that do not hold; empty when all do
 */
export function ruleMistakes(
  tests: readonly AlertTest[],
  allRules: readonly AlertRule[] = alertRules(),
  evaluationSeconds: number = EVALUATION_SECONDS,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'abato-alerts-'));
  const file = join(folder, 'test.yml');
  try {
    const rules = allRules.filter(({ alert }) =>
      tests.some(({ expected }) => expected.some((one) => one.alert === alert)),
    );
    const asked = new Set(rules.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => `${metric}{`)));
    const isAsked = (series: string): boolean => asked.has(series.slice(0, series.indexOf('{') + 1));
    writeFileSync(join(folder, 'rules.yml'), stringify({ groups: [{ name: 'abato', rules }] }, YAML));
    const content = {
      rule_files: ['rules.yml'],
      evaluation_interval: `${evaluationSeconds}s`,
      tests: tests.map(({ scrape, world, expected }) => ({
        interval: `${scrape}s`,
        input_series: Object.entries(world)
          .filter(([series]) => isAsked(series))
          .map(([series, values]) => ({
            series,
            values: samples(values, scrape, Math.max(...expected.map(({ at }) => at))),
          })),
        promql_expr_test: expected.map(({ at, alert, fires }) => ({
          expr: `(count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0) or vector(0)`,
          eval_time: `${at}s`,
          exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
        })),
      })),
    };
    writeFileSync(file, stringify(content, YAML));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In promtool's notation; a scrape that finds nothing marks the series as gone, as Prometheus does. */
function samples(values: Values, scrape: number, until: number): string {
  const found: string[] = [];
  let wasThere = false;
  for (let second = 0; second <= until; second += scrape) {
    const value = values(second);
    found.push(value === null ? (wasThere ? 'stale' : '_') : String(value));
    wasThere = value !== null;
  }
  return found.join(' ');
}
