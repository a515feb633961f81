import { spawnSync } from 'node:child_process';

const LONGEST = 72;
const FORM = /^[\w./-]+(, [\w./-]+)*: \S/;
const OWN_PATH = 'scripts/lint/commit-subjects.mjs';

/** What is wrong with a commit's subject; undefined when it is `area: imperative` in at most 72 characters. */
export function subjectMistake(subject) {
  if (!FORM.test(subject)) return 'does not begin with `area: `';
  return subject.length > LONGEST
    ? `has ${subject.length} characters, at most ${LONGEST} are allowed`
    : undefined;
}

/**
 * The commits that have the commit which brought this check among their ancestors, but no merges: older history stays as it is.
 * @param root folder of the clone
 * @returns {string[]} mistakes in words; none where there is no git history, as in an archive
 */
export function commitMistakes(root) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const base = git('log', '--diff-filter=A', '--format=%H', '--', OWN_PATH).trim().split('\n').at(-1);
  if (!base) return [];
  const commits = git('log', '--no-merges', '--ancestry-path', '--format=%h %s', `${base}..HEAD`).trim();
  return commits.split('\n').flatMap((line) => {
    const [hash, ...words] = line.split(' ');
    const mistake = line && subjectMistake(words.join(' '));
    return mistake ? [`${hash} "${words.join(' ')}": the subject ${mistake}`] : [];
  });
}
