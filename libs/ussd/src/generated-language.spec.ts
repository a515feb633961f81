import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { speakGenerated, ussdTexts } from '@abato/contracts';
import { cut, SCREEN_LENGTH } from './gsm.js';
import {
  FIRST_STATE,
  firstScreen,
  foundContest,
  foundContests,
  foundNominee,
  nextStep,
  type SessionState,
  type Step,
  voucherScreen,
} from './machine.js';
import { screensIn, ussdScreens } from './texts.js';

// Of this file only: the texts that the menu says are letters of no language from here on.
speakGenerated(ussdTexts, 'digits');
Object.assign(ussdScreens, screensIn(ussdTexts));

/** Data without letters: what is read with letters is a text that does not come from the catalogue. */
const nominee = {
  ...{
    contestId: '1',
    categoryId: '2',
    contestantId: '3',
    name: '444',
    title: '555',
    price: 100,
    perHour: 10,
  },
  refusal: null,
};
const contest = {
  id: '1',
  categories: [
    { id: '2', name: '666', nominees: [{ code: '4821', name: '777' }] },
    { id: '3', name: '888', nominees: [{ code: '4822', name: '999' }] },
  ],
};
const refusals = ['CONTEST_NOT_STARTED', 'CONTEST_PAUSED', 'CONTEST_ENDED', 'CONTEST_NOT_ACTIVE'] as const;

/** Every step that inputs lead to, some states deep. */
function steps(): Step[] {
  const all: Step[] = [
    firstScreen(),
    voucherScreen({ reference: '1', amount: 100, name: '444' }),
    foundContests(FIRST_STATE, []),
    foundContests(
      FIRST_STATE,
      Array.from({ length: 9 }, (_, nr) => ({ id: String(nr), name: '555' })),
    ),
    foundContest(FIRST_STATE, null),
    foundContest(FIRST_STATE, contest),
    foundContest(FIRST_STATE, { ...contest, categories: contest.categories.slice(0, 1) }),
    foundNominee(FIRST_STATE, '4821', null),
    foundNominee(FIRST_STATE, '4821', nominee),
    foundNominee(FIRST_STATE, '4821', { ...nominee, price: 0 }),
    foundNominee(FIRST_STATE, '4821', { ...nominee, price: 0, isElection: true }),
    // One vote costs less than a payment may be.
    foundNominee(FIRST_STATE, '4821', { ...nominee, price: 5 }),
    ...refusals.map((refusal) => foundNominee(FIRST_STATE, '4821', { ...nominee, refusal })),
  ];
  const states = (): SessionState[] => all.flatMap((step) => (step.kind === 'ask' ? [step.state] : []));
  for (let depth = 0; depth < 3; depth++) {
    for (const state of states())
      for (const input of ['', '0', '1', '2', '3', '5', '7', '4821', '99999', '!'])
        all.push(nextStep(state, input));
    all.splice(400);
  }
  return all;
}

it('every screen of the menu says texts of the catalogue only', () => {
  const said = new Set(
    steps().flatMap((step) => (step.kind === 'ask' || step.kind === 'end' ? [step.text] : [])),
  );
  expect(said.size).toBeGreaterThan(15);
  expect([...said].filter((text) => /[a-z]/i.test(text.replaceAll('GHS', '')))).toEqual([]);
});

it('the answers beside the menu come from the catalogue too', () => {
  for (const file of ['machine', 'menu', 'texts', 'turns', 'ussd.service']) {
    const source = readFileSync(fileURLToPath(new URL(`./${file}.ts`, import.meta.url)), 'utf8');
    expect([file, source.match(/\btext: ['"`]|return ['"`][A-Z]/g)]).toEqual([file, null]);
  }
});

it('cuts a longer language to what a screen holds', () => {
  expect(cut('7'.repeat(500), SCREEN_LENGTH)).toHaveLength(SCREEN_LENGTH);
});
