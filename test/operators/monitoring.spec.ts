import { readFileSync } from 'node:fs';
import { repository } from './kustomize.js';
import { alertRules, allQueries, dashboards, selectorsOf } from './queries.js';

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

it.each(alertRules())('tells what $alert means, how to see it and what to do', (rule) => {
  expect(['critical', 'warning']).toContain(rule.labels.severity);
  expect(rule.for).toMatch(/^\d+[sm]$/);
  const [file, address = ''] = rule.annotations.runbook.split('#');
  expect(file).toBe('docs/runbook.md');
  const page = pages.get(address) ?? '';
  for (const part of ['**Means.**', '**See.**', '**Do.**']) expect(page).toContain(part);
});

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
    }).not.toEqual({
      where,
      found: 0,
    });
    for (const [open, close] of ['()', '{}', '[]'])
      expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length);
  }
});
