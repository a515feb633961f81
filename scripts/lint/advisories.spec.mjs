import { readFileSync } from 'node:fs';
import semver from 'semver';
import { findVulnerable, readReport } from './advisories.mjs';

const { advisories } = JSON.parse(readFileSync(new URL('advisories.json', import.meta.url), 'utf8'));

test('a vulnerable version is found wherever it is installed, and no other', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/ws': { version: '8.20.1' },
    'node_modules/engine.io/node_modules/ws': { version: '8.17.0' },
    'node_modules/@fastify/static': { version: '10.1.2' },
    'node_modules/old-sockets': { name: 'ws', version: '8.0.0' },
    'node_modules/static': { version: '1.0.0' },
  };
  expect(
    findVulnerable({ packages }, advisories)
      .map((line) => line.split(' (')[0])
      .sort(),
  ).toEqual(['@fastify/static 10.1.2', 'ws 8.0.0', 'ws 8.0.0', 'ws 8.17.0', 'ws 8.17.0']);
});

test('every advisory has a range that can be read and an id', () => {
  for (const [name, range, id] of advisories) {
    expect([name, semver.validRange(range)]).toEqual([name, expect.stringMatching(/\d/)]);
    expect(id).toMatch(/^(GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d+)$/);
  }
});

test('the report of a registry is believed when it is one', () => {
  const vulnerabilities = {
    ws: { name: 'ws', severity: 'high', range: '<8' },
    x: { name: 'x', severity: 'low', range: '*' },
  };
  expect(readReport(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual([
    'ws <8 is vulnerable (high), says the registry',
  ]);
  expect(readReport('{"message":"405 Method Not Allowed"}')).toBeNull();
  expect(readReport('')).toBeNull();
});
