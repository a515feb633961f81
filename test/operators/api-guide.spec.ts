import { readFileSync } from 'node:fs';
import { chargeStepView, ERROR_MESSAGES, type ErrorCode } from '@abato/contracts';
import { DEMO_ACCOUNTS } from '@abato/platform';
import { ERROR_STATUS } from '../../apps/api/src/http/error-status.js';
import { repository } from './kustomize.js';

/** docs/api.md is written by hand: what it names must exist, and say what the program does. */
const guide = readFileSync(repository('docs', 'api.md'), 'utf8');
const { paths } = JSON.parse(readFileSync(repository('docs', 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};

it('names every step of a mobile-money charge', () => {
  const steps = chargeStepView.properties?.['step']?.enum ?? [];
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.filter((step) => !guide.includes(`\`${step}\``))).toEqual([]);
});

it('lists error codes beside the status that they have', () => {
  const rows = [...guide.matchAll(/^\| ([45][\d, ]+?) +\| (.*?) \|/gm)];
  expect(rows.length).toBeGreaterThan(8);
  for (const [, statuses = '', codes = ''] of rows) {
    for (const [, code] of codes.matchAll(/`([A-Z_]+)`/g)) {
      expect(Object.keys(ERROR_MESSAGES)).toContain(code);
      expect(`${code} ${statuses}`).toContain(String(ERROR_STATUS[code as ErrorCode]));
    }
  }
});

it('names only routes that exist', () => {
  const pattern = (path: string) => path.replaceAll(/\{[^}]+\}/g, '{}');
  const known = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${pattern(path)}`),
    ),
  );
  const named = [...guide.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}.-]+?)(?=[`? ])/g)].map(
    ([, method, path = '']) => `${method} ${pattern(path)}`,
  );
  expect(named.length).toBeGreaterThan(10);
  // The guide leaves out the common beginning, and names the only provider.
  const short = new Set(
    [...known].map((route) => route.replace(' /api', ' ').replace('/payments/{}/', '/payments/paystack/')),
  );
  const exists = (route: string) => short.has(route) || known.has(route.replace(' /', ' /api/'));
  expect(named.filter((route) => !exists(route))).toEqual([]);
});

it('uses an account and contests of the demo data', () => {
  const titles = ['awards', 'contests'].map((name) =>
    readFileSync(repository('apps', 'local', 'src', 'demo', `${name}.data.ts`), 'utf8'),
  );
  const demo = [DEMO_ACCOUNTS.organiser.email, DEMO_ACCOUNTS.organiser.password, ...titles].join('\n');
  const used = [...guide.matchAll(/\$\{(?:ORGANISER|PASSWORD|FREE|PAID):-([^}]+)\}/g)].map(
    ([, text = '']) => text,
  );
  expect(used).toHaveLength(4);
  expect(used.filter((text) => !demo.includes(text))).toEqual([]);
});
