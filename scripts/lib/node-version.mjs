import { Problem } from './output.mjs';

const NEEDED = [20, 19];

/** True when a version text such as "20.19.1" is at least what the packages need. */
export function isNodeRecentEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

export function checkNodeVersion(version = process.versions.node) {
  if (isNodeRecentEnough(version)) return;
  throw new Problem(
    `Abato needs Node.js ${NEEDED.join('.')} or newer, and this is ${version}: install a newer one from https://nodejs.org.`,
  );
}
