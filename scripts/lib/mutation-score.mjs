/** How many of an area's mutants its tests noticed, without those that were looked at and accepted. */

/**
 * @typedef {object} AcceptedMutant a change that no caller can see, or of a text that only a log has
 * @property {string} file from the root of the repository
 * @property {string} mutator Stryker's name of the kind of change
 * @property {string} line the source's line where it begins, without its indentation
 * @property {string} replacement
 * @property {string} reason
 */

/** A survivor as an entry of the list describes it. @param sourceOf gives the text of a file from the root of the repository */
export function describeMutant({ fileName, mutatorName, location, replacement }, sourceOf) {
  const line = sourceOf(fileName).split('\n')[location.start.line - 1].trim();
  return { file: fileName, mutator: mutatorName, line, replacement: replacement ?? '' };
}

const keyOf = ({ file, mutator, line, replacement }) => JSON.stringify([file, mutator, line, replacement]);

const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage';

/**
 * Take the accepted ones out of an area's results. Each entry stands for one survivor.
 * @param results of Stryker, with file names from the root of the repository
 * @param {readonly AcceptedMutant[]} accepted of this area
 * @returns what is left, the number taken out, and the entries that stand for no survivor
 */
export function withoutAccepted(results, accepted, sourceOf) {
  const waiting = [...accepted];
  const left = results.filter((result) => {
    if (!isAlive(result)) return true;
    const key = keyOf(describeMutant(result, sourceOf));
    const at = waiting.findIndex((entry) => keyOf(entry) === key);
    if (at < 0) return true;
    waiting.splice(at, 1);
    return false;
  });
  return { left, accepted: results.length - left.length, outdated: waiting };
}

/** A change that breaks types or a test file says nothing about the tests, and is not counted. */
export function tally(results) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const found = {
    killed: count('Killed'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    timeout: count('Timeout'),
  };
  const mutants = Object.values(found).reduce((sum, number) => sum + number, 0);
  return { mutants, ...found, score: (100 * (found.killed + found.timeout)) / mutants };
}

/** The survivors of an area, each in one line. */
export function survivorsOf(results) {
  return results
    .filter(isAlive)
    .map(({ status, fileName, location: { start }, mutatorName, replacement }) =>
      [status, `${fileName}:${start.line}:${start.column + 1}`, mutatorName, replacement ?? ''].join('  '),
    );
}
