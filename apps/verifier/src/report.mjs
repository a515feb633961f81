/** @param {import('./totals.mjs').Totals} totals of all entries @returns what they add up to, as plain values. The ranking has the most votes first */
export function reportOf(totals) {
  const { rules, rosters, hidden } = totals;
  const { newest } = rosters;
  const listed = newest?.contestants;
  return {
    kinds: [...totals.kinds].sort(),
    ranking: [...totals.votes].sort((a, b) => b[1] - a[1]),
    total: totals.total,
    amount: totals.amount,
    verified: totals.verified,
    opened: hidden.opened,
    hidden: hidden.size,
    versions: rules.versions.map(({ hash, minute, index }) => ({ hash, minute, index })),
    unnamed: rules.unnamed,
    /** Fields of the rules that this program does not know. */
    unknownRules: [...new Set((rules.published?.versions ?? []).flatMap((version) => version.rules.unknown))],
    /** The newest names; null of a log that has none. */
    roster: newest && { categories: [...newest.categories.values()], contestants: [...listed.values()] },
    rosterChanges: rosters.changes.map(({ index, minute, change }) => ({ index, minute, change })),
    /** Nominees with votes who are not in the newest list. */
    unlisted: listed ? [...totals.votes].filter(([id]) => !listed.has(id)).map(([id]) => id) : [],
    otherAmounts: totals.otherAmounts,
  };
}
