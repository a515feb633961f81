import { forgeriesOf, insert, person, set } from '../forge.mjs';
import { ADWOA, ESI, freeContest, hiddenContest, KOFI, paidContest, roster } from '../honest-contests.mjs';
import { id } from '../published-contest.mjs';

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_PAGE = [
  ...forgeriesOf(paidContest, {
    'the page exchanges two names': {
      page: (page) => {
        const [a, b] = [person(page, ADWOA), person(page, KOFI)];
        [a.name, b.name] = [b.name, a.name];
      },
      refused: `the page shows "Kofi" as name of the nominee ${ADWOA}, the log has "Adwoa"`,
    },
    'the page shows another code': {
      page: (page) => void (person(page, ADWOA).code = '7842'),
      refused: `the page shows "7842" as code of the nominee ${ADWOA}, the log has "2413"`,
    },
    'the page shows another category': {
      page: ({ categories }) => void (categories[0].name = 'Dance'),
      refused: 'the page shows "Dance" as name of the category',
    },
    'the page lacks a nominee': {
      page: ({ categories, _count }) => {
        categories[1].contestants = [];
        _count.contestants = 2;
      },
      refused: `the page lacks the nominee "Esi" ${ESI}`,
    },
    'the page shows a nominee of its own': {
      page: ({ categories, _count }) => {
        categories[1].contestants.push({ ...categories[1].contestants[0], id: id(9), voteCount: 0 });
        _count.contestants = 4;
      },
      refused: `the page shows the nominee "${id(9)}", who is not in the newest list of the log`,
    },
    'the page shows more votes': {
      page: (page) => void (person(page, ADWOA).voteCount += 5),
      refused: `the page shows 16 votes for ${ADWOA}, the log has 11`,
    },
    'the page shows another total': {
      page: (page) => void (page.totalVotes = 100),
      refused: 'the page shows 100 as totalVotes: by the log it is 45',
    },
    'the page exchanges two ranks': {
      page: (page) => {
        person(page, ADWOA).rank = 1;
        person(page, KOFI).rank = 2;
      },
      refused: 'the page shows 1 as rank for',
    },
    'the page shows another share': {
      page: (page) => void (person(page, ADWOA).percentage = 80),
      refused: 'the page shows 80 as percentage for',
    },
    'the page shows another share of the category': {
      page: (page) => void (person(page, ADWOA).categoryPercentage = 80),
      refused: 'the page shows 80 as categoryPercentage for',
    },
    'the page shows another price': {
      page: (page) => void (page.votePrice = 1),
      refused: 'the page shows 1 as votePrice: by the newest version of the rules it is 1.5',
    },
    'the page shows another bundle': {
      page: ({ bundles }) => void (bundles[0].price = 8),
      refused: 'as bundles: by the newest version of the rules it is',
    },
    'the page shows another window': {
      page: ({ windows }) => void (windows[0].multiplier = 3),
      refused: 'as windows: by the newest version of the rules it is',
    },
    'the page shows another end': {
      page: (page) => void (page.endDate = '2026-12-05T21:00:00.000Z'),
      refused: 'the page shows "2026-12-05T21:00:00.000Z" as endDate',
    },
    'the page shows no amendment': {
      page: (page) => void (page.amendment = null),
      refused: 'the page shows no amendment, and the rules have 1',
    },
    'the page counts fewer amendments': {
      page: ({ amendment }) => void (amendment.count = 0),
      refused: 'the page shows 0 as count for the amendments: by the published rules it is 1',
    },
    'the page shows another time of the amendment': {
      page: ({ amendment }) => void (amendment.at = '2026-12-01T12:00:40.000Z'),
      refused: 'as time for the newest amendment',
    },
    'the page shows another reason of the amendment': {
      page: ({ amendment }) => void (amendment.reason = 'As planned'),
      refused: 'the page shows "As planned" as reason for the newest amendment',
    },
    'the page is that of another contest': {
      page: (page) => void (page.id = id(77)),
      refused: `the page shows "${id(77)}" as id`,
    },
  }),
  ...forgeriesOf(freeContest, {
    'the page shows the name of before the amendment': {
      page: (page) => void (person(page, ADWOA).name = 'Adwoa'),
      refused: 'the page shows "Adwoa" as name of the nominee',
    },
    'the page hides that votes were let in': {
      page: (page) => void (person(page, ESI).releasedVotes = 0),
      refused: 'the page shows 0 released votes for',
    },
    'the page shows another limit': {
      page: (page) => void (page.freeVotesPerHour = 3),
      refused: 'the page shows 3 as freeVotesPerHour: by the newest version of the rules it is 10',
    },
    'the page shows another proof': {
      page: (page) => void (page.verification = 'OPEN'),
      refused: 'the page shows "OPEN" as verification: by the newest version of the rules it is "PHONE"',
    },
    'the page keeps voters longer': {
      page: (page) => void (page.retentionMonths = 24),
      refused: 'the page shows 24 as retentionMonths: by the newest version of the rules it is 6',
    },
  }),
  ...forgeriesOf(hiddenContest, {
    'the page shows counts of entries that are still hidden': {
      log: ({ entries }) => {
        entries.splice(5, 1);
        entries.splice(4, 1);
      },
      refused: 'the page shows counts, and the log has no key for 2 entries',
    },
  }),
];

/** @type {import('../forgeries.mjs').Forgery[]} */
export const OF_NAMES = [
  ...forgeriesOf(freeContest, {
    'names are exchanged after the end': {
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
  }),
  ...forgeriesOf(paidContest, {
    'a nominee is taken off the list after the end': {
      log: insert(() => {
        const { contestants, ...rest } = roster('2026-12-06T11:00Z');
        return { ...rest, contestants: contestants.slice(0, 2) };
      }),
      refused: 'entry 13 changes the list of nominees after the end',
    },
    'a list has a nominee twice': {
      log: ({ entries }) => void entries[1].contestants.push({ ...entries[1].contestants[2] }),
      refused: 'entry 1 lists the nominee',
    },
    'a part of a list is missing': {
      log: set(1, { part: 1, parts: 2 }),
      refused: 'entry 2 comes before part 2 of 2 of the roster',
    },
    'a nominee is listed in no category': {
      log: ({ entries }) => void (entries[1].contestants[0].categoryId = id(55)),
      refused: 'entry 1 lists the nominee',
    },
  }),
];
