import { code, factList, make, table } from './elements.mjs';

/** What came out of a check, in words. */

const KINDS = {
  free: 'Free votes',
  paid: 'Paid votes',
  manual: 'Entered by the organiser',
  reversal: 'Taken back',
  restore: 'Put back into the count',
};

const number = (value) => value.toLocaleString('en');
const cedis = (pesewas) => `GHS ${(pesewas / 100).toFixed(2)}`;

/** @param {string} reason the first thing that does not hold */
export const failureOf = (reason) => ({
  tone: 'bad',
  verdict: [make('strong', 'FAILED'), make('p', `${reason}.`)],
  details: [],
});

/** @param {string} reason the log has something that this program does not know yet */
export const newerOf = (reason) => ({
  tone: 'open',
  verdict: [make('strong', 'Not judged'), make('p', `${reason}.`)],
  details: [],
});

/** @param {string} reason of the browser */
export const unsupportedOf = (reason) => ({
  tone: 'open',
  verdict: [make('strong', 'Nothing was checked'), make('p', reason)],
  details: [],
});

/** @param {Awaited<ReturnType<typeof import('../verify.mjs').verifyLog>>} report */
export function reportOf(report) {
  return {
    ...verdictOf(report),
    details: [
      list('What was checked', checksOf(report)),
      list('What this does not show', openQuestionsOf(report)),
      list('Changes of names, in the log as everyone sees them', namesOf(report)),
      factList(factsOf(report)),
      ...rankingsOf(report),
      ...rulesOf(report),
      ...(report.witnesses.length ? [witnessesOf(report)] : []),
    ],
  };
}

function verdictOf({ size, total, isSigned, isUnderRoot }) {
  const counted = `${number(size)} entries`;
  const sum = `they add up to ${number(total)} votes`;
  if (isSigned)
    return {
      tone: 'good',
      verdict: [
        make('strong', 'Everything holds'),
        make('p', `${counted} are under the signed root; ${sum}.`),
      ],
    };
  const missing = isUnderRoot
    ? 'Who signed the checkpoint is not known: its key is missing.'
    : 'What the file says is not signed: its checkpoint is missing.';
  return {
    tone: 'open',
    verdict: [make('strong', 'Added up, not proven'), make('p', `${counted}: ${sum}. ${missing}`)],
  };
}

function list(title, lines) {
  if (!lines.length) return document.createDocumentFragment();
  return make('section', make('h2', title), make('ul', ...lines.map((line) => make('li', line))));
}

function checksOf(report) {
  const { older, receipt, statement, witnesses, isCompared, areRulesCompared, opened } = report;
  const { isSigned, isUnderRoot, isDownload } = report;
  return [
    ...(isSigned ? ['The checkpoint is signed by the key.'] : []),
    ...(isUnderRoot && !isSigned ? ['The entries lead to the root that the checkpoint names.'] : []),
    isDownload
      ? 'Every entry has its form, and names rules that were sealed before it.'
      : 'Every entry has its form, names rules that were sealed before it, and every tile is what the entries lead to.',
    ...(older === null ? [] : [`The log continues the older checkpoint of ${number(older)} entries.`]),
    ...witnesses.map(
      ({ name, size }) => `The log continues the ${number(size)} entries that ${name} cosigned.`,
    ),
    ...(statement
      ? [`The site has signed that the log has the vote of receipt ${statement.code} by ${statement.minute}.`]
      : []),
    ...(statement?.commitment && !receipt?.length
      ? ['The log has no entry with the commitment of the receipt yet, and is not late.']
      : []),
    ...(receipt ?? []).map(({ index }) => `Entry ${index} is in the log as the receipt says.`),
    ...(opened
      ? [`${number(opened)} entries were encrypted until their key was revealed, and open with it.`]
      : []),
    ...(isCompared ? ['The public page shows the same totals.'] : []),
    ...(isCompared && report.roster ? ['The public page shows the same names, ranks and rules.'] : []),
    ...(areRulesCompared ? ['The published rules are those that were sealed.'] : []),
    ...(areRulesCompared && report.versions.length
      ? ['Every entry is one that the rules in force allow.']
      : []),
  ];
}

function openQuestionsOf(report) {
  return [
    ...(report.isDownload ? openOfDownload(report) : []),
    ...(report.isPinned || !report.isSigned
      ? []
      : ['The key was read from the log itself: give the one that you know on another way.']),
    ...(report.witnesses.length && !report.areWitnessesPinned
      ? ['The keys of the witnesses were read from the log itself.']
      : []),
    ...(report.witnesses.length || report.older !== null
      ? []
      : ['Without a witness or an older checkpoint, other people could be shown another log.']),
    ...(report.hidden
      ? [`${number(report.hidden)} entries are encrypted until results are shown: no total has them.`]
      : []),
    ...(report.isCompared === false
      ? ['The public page hides its totals: only what it shows of names and rules was compared.']
      : []),
    ...(report.isCompared === null && !report.isDownload
      ? [`The public page was not compared: ${report.missing?.public ?? 'you did not ask for it'}.`]
      : []),
    ...(report.areRulesCompared || report.isDownload
      ? []
      : [`NOT CHECKED against the rules: ${report.missing?.rules ?? 'you did not ask for it'}.`]),
    ...(report.unknownRules.length
      ? [`The rules have fields that this verifier does not know: ${report.unknownRules.join(', ')}.`]
      : []),
    ...(report.roster
      ? []
      : ['Names are not sealed in this log: who stands behind an id, only the site says.']),
    ...(report.unlisted.length
      ? [
          `${number(report.unlisted.length)} nominees with votes are not in the newest list: no total of the page has their votes.`,
        ]
      : []),
    ...(report.otherAmounts.length
      ? [
          `${number(report.otherAmounts.length)} payments have another amount than the rules ask for, and version 1 does not say that a person let them in.`,
        ]
      : []),
    ...(report.unnamed
      ? [`${number(report.unnamed)} entries name no rules: they are older than the first.`]
      : []),
  ];
}

const namesOf = ({ rosterChanges }) =>
  rosterChanges.map(({ minute, index, change }) => `${minute}, entry ${index}: ${change}.`);

function openOfDownload({ beyond, isCompared, areRulesCompared }) {
  return [
    'Whether the site serves this log at its address was not looked at: receipts and witnesses read it there.',
    ...(beyond
      ? [
          `${number(beyond)} entries of the file are newer than the checkpoint: they were not checked or counted.`,
        ]
      : []),
    ...(isCompared === null ? ['The totals of the public page were not compared.'] : []),
    ...(areRulesCompared ? [] : ['What the rules say was not compared: entries have their hashes only.']),
  ];
}

function factsOf({ origin, root, kinds, verified, amount }) {
  return [
    ...(origin ? [['Log', origin]] : []),
    ...kinds.map(([kind, votes]) => [KINDS[kind] ?? kind, `${number(votes)} votes`]),
    ...(verified ? [['With a proven number or ballot code', `${number(verified)} votes`]] : []),
    ['Amount', cedis(amount)],
    ['Root', code(root)],
  ];
}

/** One ranking for each category, by the names of the log, or of the page where the log has none. Equal counts share a rank. */
function rankingsOf({ ranking, roster, page }) {
  const categories = roster ? listsOf(roster) : (page?.categories ?? []);
  const known = new Set(categories.flatMap(({ contestants }) => contestants.map(({ id }) => id)));
  const votes = new Map(ranking);
  const tables = categories.map((category) => {
    const rows = category.contestants.map(({ id, name, code: dialled }) => [
      dialled ? `${name} (${dialled})` : name,
      votes.get(id) ?? 0,
    ]);
    return rankingTable(`Ranking: ${category.name}`, rows);
  });
  const others = ranking.filter(([id]) => !known.has(id)).map(([id, count]) => [code(id), count]);
  if (others.length)
    tables.push(rankingTable(roster || page ? 'Not in the newest list of nominees' : 'Ranking', others));
  return tables;
}

const listsOf = ({ categories, contestants }) =>
  categories.map(({ id, name }) => ({
    name,
    contestants: contestants.filter(({ categoryId }) => categoryId === id),
  }));

function rankingTable(caption, rows) {
  const sorted = rows.toSorted((a, b) => b[1] - a[1]);
  const rankOf = (count) => 1 + sorted.findIndex(([, other]) => other === count);
  const lines = sorted.map(([name, count]) => [String(rankOf(count)), name, number(count)]);
  return table(caption, ['Rank', 'Contestant', 'Votes'], lines);
}

function rulesOf({ versions, rules }) {
  if (!versions.length) return [];
  const published = rules?.sealed ? [rules.sealed, ...rules.amendments] : [];
  const lines = versions.map(({ minute, hash, index }, place) => {
    const { reason, changes = [] } = published[place] ?? {};
    const changed = changes.map(({ field, from, to }) => `${field}: ${textOf(from)} → ${textOf(to)}`);
    const what = [place ? 'Amended' : 'Sealed', ...changed, ...(reason ? [`Reason: ${reason}`] : [])];
    return [minute.replace('T', ' ').replace('Z', ' UTC'), what.join('; '), String(index), code(hash)];
  });
  return [table('Rules and amendments', ['Time', 'What', 'Entry', 'Hash'], lines)];
}

const textOf = (value) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–');

function witnessesOf({ witnesses }) {
  const lines = witnesses.map(({ name, size, at }) => [name, number(size), at.toISOString()]);
  return table('Witnesses', ['Witness', 'Entries cosigned', 'Time'], lines);
}
