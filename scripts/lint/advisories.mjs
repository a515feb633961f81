import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import semver from 'semver';

/**
 * `npm run check -- advisories`: is a package of the lock file known to be vulnerable? The registry is asked (`npm audit`). Where none
 * answers, the lock file is compared with `advisories.json`: facts from public advisories about packages this project uses or used,
 * collected by hand and not complete (docs/security.md, "Not tested").
 */

const REGISTRY_WITHIN_MS = 30_000;
const repository = (name) => new URL(`../../${name}`, import.meta.url);
const readJson = (url) => JSON.parse(readFileSync(url, 'utf8'));

/**
 * @param lock a package-lock.json of version 3
 * @param advisories triples of package, range of vulnerable versions, id
 * @returns a line for each package of the lock file that an advisory is about
 */
export function findVulnerable(lock, advisories) {
  return Object.entries(lock.packages).flatMap(([path, { version, name }]) => {
    const folder = path.split('node_modules/').at(-1);
    return advisories
      .filter(([subject, range]) => {
        return (
          subject === (name ?? folder) &&
          version &&
          semver.satisfies(version, range, { includePrerelease: true })
        );
      })
      .map(
        ([subject, range, id]) => `${subject} ${version} (${path}) is vulnerable: ${id}, versions ${range}`,
      );
  });
}

/**
 * @param report what `npm audit --json` printed
 * @returns lines as above, from moderate severity on; null when no registry answered
 */
export function readReport(report) {
  let answer;
  try {
    answer = JSON.parse(report);
  } catch {
    return null;
  }
  if (!answer.auditReportVersion || !answer.vulnerabilities) return null;
  return Object.values(answer.vulnerabilities)
    .filter(({ severity }) => severity !== 'info' && severity !== 'low')
    .map(({ name, severity, range }) => `${name} ${range} is vulnerable (${severity}), says the registry`);
}

function askRegistry() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return new Promise((resolve) => {
    const child = spawn(npm, ['audit', '--json', '--package-lock-only'], {
      cwd: repository('.'),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: REGISTRY_WITHIN_MS,
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.on('error', () => resolve(null));
    child.on('close', () => resolve(readReport(out)));
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { asOf, advisories } = readJson(new URL('advisories.json', import.meta.url));
  const own = findVulnerable(readJson(repository('package-lock.json')), advisories);
  const found = [...own, ...((await askRegistry()) ?? [])];
  for (const line of found) process.stdout.write(`${line}\n`);
  if (!found.length) process.stdout.write(`nothing known (own list as of ${asOf})\n`);
  process.exitCode = found.length ? 1 : 0;
}
