import { Problem } from './output.mjs';

/** What is said about reviewed mutants: which of them are run, what a spec's report means, and how many were noticed. */

/** What Jest says of a test that was not ended within its limit, and of nothing else. */
const LIMIT_REACHED = /Exceeded timeout of/;

/**
 * What a spec says about a mutant, by Jest's report. `timed out`: no test failed by anything but its time limit, which a busy machine
 * causes as well as a mutant.
 */
export function verdictOf(report, code) {
  if (!report) return 'crashed';
  if (report.numFailedTests > 0) return onlyLimitsReached(report) ? 'timed out' : 'killed';
  // A file that does not load proves nothing about its tests.
  if (report.numRuntimeErrorTestSuites > 0 || report.numPassedTests === 0) return 'crashed';
  return code === 0 ? 'survived' : 'crashed';
}

function onlyLimitsReached({ testResults }) {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  return failed.every(
    ({ failureMessages }) =>
      failureMessages.length > 0 && failureMessages.every((text) => LIMIT_REACHED.test(text)),
  );
}

/** @returns {string} what failed first, for who must find out why a spec fails without any mutant */
export function firstFailure(report) {
  for (const { message, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return `${failed.fullName}: ${failed.failureMessages[0]}`;
    if (message) return message;
  }
  return 'no test of it ran';
}

/** A spec that ran into a time limit twice, the second time alone, has noticed its mutant. */
export function finalVerdict(first, second) {
  if (first !== 'timed out') return first;
  return second === 'timed out' ? 'killed' : second;
}

/**
 * Read the command's own words.
 * @returns {{ names: string[], part: [number, number] }} parts of names, and which part of the chosen list
 * @throws Problem when a part is none
 */
export function readChoice(words) {
  const at = words.indexOf('--part');
  if (at < 0) return { names: words, part: [1, 1] };
  const [, nr, of] = /^(\d+)\/(\d+)$/.exec(words[at + 1] ?? '') ?? [];
  const part = [Number(nr), Number(of)];
  if (!(part[0] >= 1 && part[0] <= part[1])) throw new Problem('A part is written as 1/2: --part 1/2');
  return { names: words.toSpliced(at, 2), part };
}

/** One of so many parts of a list, which together are the list; mutants of one spec stay beside each other. */
export function partOf(list, [nr, of]) {
  return list.slice(Math.floor(((nr - 1) * list.length) / of), Math.floor((nr * list.length) / of));
}

/**
 * How many of the mutants were killed, by the list they come from and by the language of their files.
 * @param results `{ mutant, verdict }` of each mutant that was run
 * @returns {string[]} one line each, those with the lowest share first
 */
export function sharesKilled(results) {
  const counts = new Map();
  for (const { mutant, verdict } of results) {
    for (const group of [`list ${mutant.list}`, `language ${mutant.file.split('.').pop()}`]) {
      const { all, killed } = counts.get(group) ?? { all: 0, killed: 0 };
      counts.set(group, { all: all + 1, killed: killed + (verdict === 'killed' ? 1 : 0) });
    }
  }
  return [...counts]
    .map(([group, { all, killed }]) => ({ group, all, killed, share: (100 * killed) / all }))
    .sort((a, b) => a.share - b.share || (a.group < b.group ? -1 : 1))
    .map(({ group, all, killed, share }) => `${group}: ${killed} of ${all} killed, ${share.toFixed(1)} %`);
}
