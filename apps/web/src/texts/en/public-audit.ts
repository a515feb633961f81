const noun = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** The public audit page of a contest. */
export const publicAuditTexts = {
  pageTitle: 'Audit',
  title: (contest: string) => `Audit: ${contest}`,
  lead: 'Every counted vote and every reversal is an entry of the public log of this contest. This page checks the log on your device; the command below checks it without this site.',
  toContest: 'Open the contest',
  notPublished: {
    title: 'The log is not published now',
    text: 'The results of this contest are hidden, and its log has entries from before such entries were encrypted. It is published whole when results are shown. The rules are public already.',
  },
  failed: 'The log could not be read.',
  noCheckpoint: 'The first checkpoint is signed within seconds; this page looks again by itself.',
  checkpoint: {
    title: 'Signed checkpoint',
    size: (count: string, entries: number) => `${count} ${noun(entries, 'entry', 'entries')}`,
    signature: {
      HOLDS: 'The signature was checked on this device and holds.',
      WRONG: 'The signature is not by the key of this log.',
      UNSUPPORTED:
        'This browser cannot check the signature (Ed25519). A newer one can; so can the command below.',
    },
    witness: {
      HOLDS: (name: string, entries: string, at: string) =>
        `${name} has cosigned ${entries}, ${at}: checked on this device.`,
      WRONG: (name: string) => `The cosignature of ${name} does not hold.`,
      UNSUPPORTED: (name: string, entries: string, at: string) =>
        `${name} has cosigned ${entries}, ${at}; this browser cannot check it.`,
      UNREADABLE: (name: string) =>
        `What ${name} has cosigned cannot be read, and was not compared. Look again.`,
    },
    witnessesUnreadable:
      'It cannot be read who witnesses this log: it was compared with nothing that a witness has cosigned. Look again.',
    noWitness: 'No witness has cosigned this log: keep the checkpoint yourself.',
    keep: 'Keep the checkpoint: a later log must continue it. Two people who compare theirs see whether they were shown the same log.',
    copy: 'Copy the checkpoint',
    copied: 'The checkpoint is copied.',
    copyFailed: 'Copying is not possible here. Please select the text.',
  },
  totals: {
    title: 'Totals',
    ask: (count: string, megabytes: string) =>
      `This device can download all ${count} entries (about ${megabytes} MB), compute the root and add them up.`,
    start: 'Add up on this device',
    tooMany: 'The log is too long for a browser. The command below adds it up in seconds.',
    progress: (done: string, all: string) => `${done} of ${all} entries`,
    holds: 'Added up on this device from all entries; they lead to the signed root.',
    wrong:
      'The entries do not lead to the signed root. Keep the checkpoint, and tell the organiser or an observer.',
    ahead:
      'A witness has cosigned more entries than this checkpoint has. Look again: a newer checkpoint must have them.',
    forked:
      'The log does not continue what a witness has cosigned. Keep the checkpoint, and tell the organiser or an observer.',
    contestant: 'Contestant',
    log: 'In the log',
    page: 'On the page',
    same: 'The page shows the same totals.',
    hidden: (count: string, entries: number) =>
      `Results are hidden: ${count} ${noun(entries, 'entry does', 'entries do')} not say what ${noun(entries, 'it counts', 'they count')} for. The key is an entry of this log when results are shown, and opens each in one way only.`,
    withheld: (count: string, entries: number) =>
      `The page shows results, and the key of ${count} ${noun(entries, 'entry', 'entries')} is not in the log. It is written within seconds: look again.`,
    differs:
      'Log and page differ. While votes come in, one is a few seconds ahead of the other: look again once voting is quiet.',
    unnamed: 'Not shown any more',
    takenOff: 'Taken off the list; the name is that of an earlier list in the log',
    notListed: 'Not on the newest list in the log',
    codeAndCategory: (code: string, category: string) =>
      [`Code ${code}`, category].filter(Boolean).join(', '),
    newer: (place: string) =>
      `Entry ${place} and those after it are of a version that is newer than this page. Nothing is compared: reload the page, or use a newer verifier.`,
    lines: 'What the totals are made of',
    kinds: {
      free: 'Free votes',
      paid: 'Paid votes',
      manual: 'Votes entered by the organiser',
      reversal: 'Taken back',
      restore: 'Put back into the count',
    },
    entries: (count: string, entries: number) => `${count} ${noun(entries, 'entry', 'entries')}`,
    stillCount: (votes: string) => `${votes} of these votes still count`,
    releasedInLog: 'Of all these let in by a person, as the entries say',
    held: 'Held on arrival',
    released: 'Of these let in by the organiser, counted above',
    rejected: 'Of these rejected, not counted',
    casts: (count: string, casts: number) => `${count} ${noun(casts, 'vote cast', 'votes cast')}`,
    fromSite: 'Held and rejected votes have no entry in the log: these lines are what the site says.',
    again: 'Look again',
  },
  names: {
    same: 'The page has the names, codes and categories of the log.',
    differ:
      'The page shows other names than the log has. A change of this moment is in the log within seconds: look again. From the log to the page:',
    notSealed:
      'The names are those of the page: this log is of version 1 and does not say who stands behind an id.',
    inLog: 'Names changed, as the log says.',
    what: {
      category: () => 'Category',
      nominee: () => 'Nominee',
      name: () => 'Name',
      code: (name: string) => `Code of ${name}`,
      categoryOf: (name: string) => `Category of ${name}`,
    },
    more: (changes: string) => `And ${changes} more.`,
  },
  payments: {
    title: 'Payments',
    log: 'In the log',
    fromLog: 'paid less taken back, added up on this device',
    counted: 'Counted payments',
    partly: 'Gone back in part',
    returned: 'Gone back, not counted',
    returning: 'To go back, not counted',
    held: 'Held, not counted',
    count: (payments: string, many: number) => `${payments} ${noun(many, 'payment', 'payments')}`,
    same: 'Log and books have the same sum.',
    differs:
      'Log and books differ. While payments come in, one is a few seconds ahead: look again. A payment in another currency is in the books only.',
    compared: (day: string, differences: string, many: number) =>
      many === 0
        ? `What is not in the log is what the site’s books say. They were compared with the provider’s own list up to ${day}, without an open difference.`
        : `What is not in the log is what the site’s books say. They were compared with the provider’s own list up to ${day}: ${differences} open ${noun(many, 'difference', 'differences')}.`,
    difference:
      'A difference is a payment that only one of the two has, that they have with different amounts, or of which money went back at the provider. It changes no count by itself: what counts and what was taken back is in the log. The two are compared again and the operator looks into each difference; it leaves this figure once both sides agree, or once the operator has noted why the money went back.',
    notCompared:
      'What is not in the log is what the site’s books say. They were not compared with the provider’s own list yet.',
  },
  rules: {
    title: 'Rules',
    since: (when: string) => `In force since ${when}`,
    sealed: (when: string) => `Sealed ${when}`,
    hash: 'Hash',
    holds: 'These are the rules that were sealed: checked on this device.',
    inLog: {
      same: 'The same hashes are in the log, in this order.',
      behind: 'The newest amendment is not in this checkpoint yet; the others are in the log, in this order.',
    },
    wrong: 'These are not the rules that were sealed.',
    none: 'The rules of this contest were not sealed.',
    amendments: 'Amendments',
    noAmendments: 'Nothing was changed since.',
    changed: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
    yes: 'yes',
    no: 'no',
    empty: '–',
    free: 'Free',
    values: {
      AUTO: 'When needed',
      ALWAYS: 'Always',
      OPEN: 'Open: no proof of the number',
      PHONE: 'Verified phone numbers',
      ELECTORATE: 'Listed voters only',
    } as Record<string, string>,
    bundle: (votes: string, price: string) => `${votes} for ${price}`,
    /** Others are called as the settings of their name (contest-settings.ts). */
    fields: {
      startDate: 'Start',
      endDate: 'End',
      endedEarlyAt: 'Ended early',
      votePricePesewas: 'Vote price',
      bundles: 'Bundles',
      voteWindows: 'Windows of multiplied votes',
      categoryPrices: 'Prices of categories',
      personCheck: 'Person check',
      showResults: 'Results shown',
      retentionMonths: 'Voters’ details kept (months)',
      latePaymentMinutes: 'Late payments count (minutes)',
      promptSeconds: 'Prompts sent before the end may be approved later (seconds)',
      electors: 'Voters on the list',
      resultCorrections: 'Corrections of the final result',
    } as Record<string, string>,
  },
  check: {
    title: 'Check it yourself',
    inBrowser:
      'The verifier is one file, which also works from your disk and without a connection. Compare its hash with that of another source: then you need not believe this site.',
    open: 'Open the verifier',
    save: 'Save it',
    text: 'It is also a folder of the source code, as a command that needs Node.js and nothing else.',
    copy: 'Copy the command',
    copied: 'The command is copied.',
    download:
      'The log as files: the verifier checks them without a connection. Take all three, the checkpoint first. What they cannot show is whether the site serves the same log at its address.',
    files: { checkpoint: 'Checkpoint', key: 'Key', entries: 'All entries' },
  },
};
