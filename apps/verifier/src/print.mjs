/** What came out of a check, on the terminal. */

/** @param {string} line */
export const say = (line) => void process.stdout.write(`${line}\n`);

/**
 * @param {Awaited<ReturnType<typeof import('./verify.mjs').verifyLog>>} found
 * @param {{ public?: string, rules?: string }} missing why page or rules could not be read
 */
export function print(found, missing) {
  say(`log      ${found.origin || 'not named: the file has no checkpoint'}`);
  say(`entries  ${found.size}`);
  const labels = labelsOf(found.roster);
  for (const [kind, votes] of found.kinds) say(`${kind.padEnd(8)} ${votes} votes`);
  if (found.verified)
    say(`verified ${found.verified} of them from voters with a proven number or ballot code`);
  if (found.opened) say(`opened   ${found.opened} entries that were encrypted until their key was revealed`);
  if (found.hidden)
    say(`hidden   ${found.hidden} entries are encrypted until results are shown: no total below has them`);
  for (const [place, { minute, hash }] of found.versions.entries())
    say(`rules    ${place ? 'amended' : 'sealed'} ${minute} ${hash}`);
  if (found.unnamed) say(`${found.unnamed} entries name no rules: they were cast before any were sealed.`);
  say(`amount   GHS ${(found.amount / 100).toFixed(2)}`);
  for (const [contestant, votes] of found.ranking) say(`  ${contestant}  ${votes}${labels(contestant)}`);
  for (const line of namesOf(found)) say(line);
  for (const line of openOf(found)) say(line);
  if (found.isSigned && !found.isPinned)
    say('The key was read from the log itself; give --key to check against one you were given.');
  if (found.older !== null) say(`The log continues the older checkpoint of ${found.older} entries.`);
  for (const { name, at, size } of found.witnesses)
    say(`witness  ${name} cosigned ${size} entries at ${at.toISOString()}; the log continues them`);
  if (found.witnesses.length && !found.areWitnessesPinned)
    say(
      'The keys of the witnesses were read from the site itself; give --witness with a key you were given.',
    );
  if (found.statement)
    say(
      `receipt  the site has signed that the log has the vote of ${found.statement.code} by ${found.statement.minute}`,
    );
  if (found.statement && !found.receipt?.length)
    say(
      found.statement.commitment
        ? 'receipt  the log has no entry with its commitment yet, and is not late'
        : 'receipt  which entry it is, only the site says: give the address of the log to check that it kept its word.',
    );
  for (const { index } of found.receipt ?? [])
    say(`receipt  entry ${index} is in the log as the receipt says`);
  for (const line of comparedOf(found, missing)) say(line);
  say(`${found.total} votes, root ${found.root}`);
}

/** What a download cannot show. */
function openOf({ isDownload, isUnderRoot, isSigned, beyond }) {
  if (!isDownload) return [];
  return [
    ...(beyond
      ? [`The file has ${beyond} entries more than the checkpoint: they were not checked or counted.`]
      : []),
    ...(isUnderRoot ? [] : ['NOT PROVEN: without --checkpoint, what the file says is not signed.']),
    ...(isUnderRoot && !isSigned
      ? ['NOT PROVEN: without --key it was not checked who signed the checkpoint.']
      : []),
    'Not looked at: whether the site serves this log at its address. Give the address to check that.',
  ];
}

/** Names come from the log: nothing in them moves the cursor. */
const plain = (text) => text.replaceAll(/\p{C}/gu, '\uFFFD');

function labelsOf(roster) {
  const known = new Map(
    roster?.contestants.map(({ id, name, code }) => [
      id,
      `  ${plain(name)}${code ? ` (${plain(code)})` : ''}`,
    ]),
  );
  return (id) => known.get(id) ?? '';
}

/** What the log says of names. */
function namesOf({ roster, rosterChanges, unlisted, otherAmounts }) {
  return [
    ...(roster ? [] : ['Names are not sealed in this log: who stands behind an id, only the site says.']),
    ...rosterChanges.map(
      ({ index, minute, change }) => `names    amended ${minute} by entry ${index}: ${plain(change)}`,
    ),
    ...unlisted.map(
      (id) => `  ${id} is not in the newest list of nominees: no total of the page has these votes`,
    ),
    ...(otherAmounts.length
      ? [
          `NOT SHOWN: ${otherAmounts.length} payments have another amount than the rules ask for, and version 1 does not say that a person let them in (entries ${otherAmounts.slice(0, 10).join(', ')}).`,
        ]
      : []),
  ];
}

function comparedOf({ isCompared, areRulesCompared, unknownRules, versions, roster }, missing) {
  return [
    ...(isCompared === true ? ['The public page shows the same totals.'] : []),
    ...(isCompared === true && roster ? ['The public page shows the same names, ranks and rules.'] : []),
    ...(isCompared === false
      ? ['The public page hides its totals: only what it shows of names and rules was compared.']
      : []),
    ...(isCompared === null
      ? [`The public page was not compared: ${missing.public ?? 'it was not asked for'}`]
      : []),
    ...(areRulesCompared
      ? [
          versions.length
            ? 'The published rules are those that were sealed.'
            : 'The log has no rules, and the site publishes none.',
        ]
      : [`NOT CHECKED against the rules: ${missing.rules ?? 'they were not asked for'}`]),
    ...(areRulesCompared && versions.length ? ['Every entry is one that the rules in force allow.'] : []),
    ...(unknownRules.length
      ? [`The rules have fields that this verifier does not know: ${plain(unknownRules.join(', '))}`]
      : []),
  ];
}
