import { insert, person, set } from '../forge.mjs';
import { ADWOA, ESI, freeContest, hiddenContest, KOFI, paidContest, roster } from '../honest-contests.mjs';
import { id } from '../published-contest.mjs';

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_PAGE = [
  {
    what: 'the page exchanges two names',
    of: paidContest,
    page: (page) => {
      const [a, b] = [person(page, ADWOA), person(page, KOFI)];
      [a.name, b.name] = [b.name, a.name];
    },
    refused: `the page shows "Kofi" as name of the nominee ${ADWOA}, the log has "Adwoa"`,
  },
  {
    what: 'the page shows another code',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).code = '7842'),
    refused: `the page shows "7842" as code of the nominee ${ADWOA}, the log has "2413"`,
  },
  {
    what: 'the page shows another category',
    of: paidContest,
    page: ({ categories }) => void (categories[0].name = 'Dance'),
    refused: 'the page shows "Dance" as name of the category',
  },
  {
    what: 'the page lacks a nominee',
    of: paidContest,
    page: ({ categories, _count }) => {
      categories[1].contestants = [];
      _count.contestants = 2;
    },
    refused: `the page lacks the nominee "Esi" ${ESI}`,
  },
  {
    what: 'the page shows a nominee of its own',
    of: paidContest,
    page: ({ categories, _count }) => {
      categories[1].contestants.push({ ...categories[1].contestants[0], id: id(9), voteCount: 0 });
      _count.contestants = 4;
    },
    refused: `the page shows the nominee "${id(9)}", who is not in the newest list of the log`,
  },
  {
    what: 'the page shows the name of before the amendment',
    of: freeContest,
    page: (page) => void (person(page, ADWOA).name = 'Adwoa'),
    refused: 'the page shows "Adwoa" as name of the nominee',
  },
  {
    what: 'the page shows more votes',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).voteCount += 5),
    refused: `the page shows 16 votes for ${ADWOA}, the log has 11`,
  },
  {
    what: 'the page shows another total',
    of: paidContest,
    page: (page) => void (page.totalVotes = 100),
    refused: 'the page shows 100 as totalVotes: by the log it is 45',
  },
  {
    what: 'the page exchanges two ranks',
    of: paidContest,
    page: (page) => {
      person(page, ADWOA).rank = 1;
      person(page, KOFI).rank = 2;
    },
    refused: 'the page shows 1 as rank for',
  },
  {
    what: 'the page shows another share',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).percentage = 80),
    refused: 'the page shows 80 as percentage for',
  },
  {
    what: 'the page shows another share of the category',
    of: paidContest,
    page: (page) => void (person(page, ADWOA).categoryPercentage = 80),
    refused: 'the page shows 80 as categoryPercentage for',
  },
  {
    what: 'the page hides that votes were let in',
    of: freeContest,
    page: (page) => void (person(page, ESI).releasedVotes = 0),
    refused: 'the page shows 0 released votes for',
  },
  {
    what: 'the page shows another price',
    of: paidContest,
    page: (page) => void (page.votePrice = 1),
    refused: 'the page shows 1 as votePrice: by the newest version of the rules it is 1.5',
  },
  {
    what: 'the page shows another bundle',
    of: paidContest,
    page: ({ bundles }) => void (bundles[0].price = 8),
    refused: 'as bundles: by the newest version of the rules it is',
  },
  {
    what: 'the page shows another window',
    of: paidContest,
    page: ({ windows }) => void (windows[0].multiplier = 3),
    refused: 'as windows: by the newest version of the rules it is',
  },
  {
    what: 'the page shows another end',
    of: paidContest,
    page: (page) => void (page.endDate = '2026-12-05T21:00:00.000Z'),
    refused: 'the page shows "2026-12-05T21:00:00.000Z" as endDate',
  },
  {
    what: 'the page shows another limit',
    of: freeContest,
    page: (page) => void (page.freeVotesPerHour = 3),
    refused: 'the page shows 3 as freeVotesPerHour: by the newest version of the rules it is 10',
  },
  {
    what: 'the page shows another proof',
    of: freeContest,
    page: (page) => void (page.verification = 'OPEN'),
    refused: 'the page shows "OPEN" as verification: by the newest version of the rules it is "PHONE"',
  },
  {
    what: 'the page keeps voters longer',
    of: freeContest,
    page: (page) => void (page.retentionMonths = 24),
    refused: 'the page shows 24 as retentionMonths: by the newest version of the rules it is 6',
  },
  {
    what: 'the page shows no amendment',
    of: paidContest,
    page: (page) => void (page.amendment = null),
    refused: 'the page shows no amendment, and the rules have 1',
  },
  {
    what: 'the page counts fewer amendments',
    of: paidContest,
    page: ({ amendment }) => void (amendment.count = 0),
    refused: 'the page shows 0 as count for the amendments: by the published rules it is 1',
  },
  {
    what: 'the page shows another time of the amendment',
    of: paidContest,
    page: ({ amendment }) => void (amendment.at = '2026-12-01T12:00:40.000Z'),
    refused: 'as time for the newest amendment',
  },
  {
    what: 'the page shows another reason of the amendment',
    of: paidContest,
    page: ({ amendment }) => void (amendment.reason = 'As planned'),
    refused: 'the page shows "As planned" as reason for the newest amendment',
  },
  {
    what: 'the page is that of another contest',
    of: paidContest,
    page: (page) => void (page.id = id(77)),
    refused: `the page shows "${id(77)}" as id`,
  },
  {
    what: 'the page shows counts of entries that are still hidden',
    of: hiddenContest,
    log: ({ entries }) => {
      entries.splice(5, 1);
      entries.splice(4, 1);
    },
    refused: 'the page shows counts, and the log has no key for 2 entries',
  },
];

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_NAMES = [
  {
    what: 'names are exchanged after the end',
    of: freeContest,
    log: insert(({ entries }) => {
      const { contestants } = entries[11];
      const [a, b, c] = contestants;
      return {
        ...entries[11],
        minute: '2026-12-06T11:00Z',
        contestants: [{ ...a, name: b.name }, { ...b, name: a.name }, c],
      };
    }),
    refused:
      'entry 16 changes the list of nominees after the end, and no correction of the result announces it',
  },
  {
    what: 'a nominee is taken off the list after the end',
    of: paidContest,
    log: insert(() => {
      const { contestants, ...rest } = roster('2026-12-06T11:00Z');
      return { ...rest, contestants: contestants.slice(0, 2) };
    }),
    refused: 'entry 13 changes the list of nominees after the end',
  },
  {
    what: 'a list has a nominee twice',
    of: paidContest,
    log: ({ entries }) => void entries[1].contestants.push({ ...entries[1].contestants[2] }),
    refused: 'entry 1 lists the nominee',
  },
  {
    what: 'a part of a list is missing',
    of: paidContest,
    log: set(1, { part: 1, parts: 2 }),
    refused: 'entry 2 comes before part 2 of 2 of the roster',
  },
  {
    what: 'a nominee is listed in no category',
    of: paidContest,
    log: ({ entries }) => void (entries[1].contestants[0].categoryId = id(55)),
    refused: 'entry 1 lists the nominee',
  },
];
