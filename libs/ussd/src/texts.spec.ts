import fc from 'fast-check';
import { cut, isPlain, plain, SCREEN_LENGTH } from './gsm.js';
import { foundContests, foundNominee, nextStep } from './machine.js';
import { menuScreen } from './menu.js';
import { ussdScreens as t } from './texts.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('ussd/texts') });

const NAMES = [
  '',
  'Ama',
  'Ákosua Ɔforiwaa Ɛnyonam-Ŋutifafa',
  'Nana Kwame Ofori-Atta Boateng-Mensah Junior of the Royal House of Akyem Abuakwa and Beyond the River',
  'X'.repeat(255),
  '€₵[]{}~^|\\`“quoted”…',
  '张伟',
  'مرحبا',
  '😀😀😀',
  'Line\nbreak\tand tab',
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 255, unit: 'binary' }));
const amount = fc.integer({ min: 10, max: 1_000_000 });
const votes = fc.integer({ min: 1, max: 100_000 });
const bundles = [10, 100, 1_000, 100_000].map((of) => ({ votes: of, pricePesewas: 1_000_000 }));
const receipt = '0000-0000-ZZZZ';

/** Every text of the catalogue with these values. */
function everyText(who: string, title: string, count: number, pesewas: number): string[] {
  const networks = ['mtn', 'telecel', 'at'] as const;
  return [
    ...Object.values(t).filter((text) => typeof text === 'string'),
    ...Object.values(t.closed),
    ...Object.values(t.refused),
    t.unknownCode('999999'),
    t.howManyFree(who, title, count),
    t.howManyInElection(who, title),
    t.howManyPaid(who, title, pesewas),
    t.howManyPaid(who, title, pesewas, { bundles, times: 5 }),
    t.tooMuch(count),
    t.confirm(count, who, pesewas, 5),
    t.notANumber(count),
    t.tooManyFree(count),
    t.tooMuch(count, pesewas),
    t.tooLittle(count),
    t.confirm(count, who, pesewas),
    t.confirm(count, who, 0),
    t.counted(count, who, receipt),
    t.held(count, who, receipt),
    t.paid(count, who),
    ...networks.map((network) => t.pay(pesewas, network, null)),
    ...networks.map((network) => t.pay(pesewas, network, '20:01:00')),
    t.paymentOpen,
    t.lost('*9999*999999#'),
    t.tooManyPrompts(1_440),
    t.voucher(pesewas, who),
    t.other(who),
    t.verified(title),
  ];
}

const fits = (text: string): boolean => text.length <= SCREEN_LENGTH && isPlain(text);

it('every screen has at most 120 characters of the GSM-7 alphabet, whatever names, titles and amounts are', () => {
  fc.assert(
    fc.property(name, name, votes, amount, (who, title, count, pesewas) => {
      expect(everyText(who, title, count, pesewas).filter((text) => !fits(text))).toEqual([]);
    }),
  );
});

it('every screen is not cut where names are short, with the largest numbers', () => {
  const texts = everyText('Ama Mensah', 'Volta Awards', 100_000, 1_000_000);
  expect(texts.filter((text) => text.endsWith('..'))).toEqual([]);
});

it('every screen of a list has them too, and keeps the code of each nominee', () => {
  const codes = fc.array(fc.integer({ min: 1000, max: 999_999 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(codes, name, fc.nat(2), (numbers, who, page) => {
      for (const at of ['contests', 'nominees'] as const) {
        const items = numbers.map((code) => ({ id: String(code), name: `${who} ${code}` }));
        const text = menuScreen({ at, page: Math.min(page, Math.ceil(items.length / 4) - 1), items });
        expect([text, fits(text)]).toEqual([text, true]);
      }
    }),
  );
  const items = [4821, 4822, 4823, 104_824].map((code) => ({
    id: String(code),
    name: `${'N'.repeat(30)} ${code}`,
  }));
  for (const { id } of items) expect(menuScreen({ at: 'nominees', page: 0, items })).toContain(id);
});

it('every screen says the same of a receipt, an amount and a number of votes however long the names are', () => {
  const [long] = NAMES.slice(4);
  expect(t.counted(100_000, long ?? '', receipt)).toMatch(/100000 votes .* 0000-0000-ZZZZ$/);
  expect(t.confirm(100_000, long ?? '', 1_000_000)).toMatch(/GHS 10000\.00\n1 Confirm\n2 Cancel$/);
});

it('names on feature phones lose accents, letters of Ghanaian languages become plain ones, other scripts are left out', () => {
  expect(plain('Ákosua Ɔforiwaa Ɛnyonam Ŋutifafa')).toBe('Akosua Oforiwaa Enyonam Nutifafa');
  expect(plain('“Ama” – [Ghana]…')).toBe('"Ama" - (Ghana)...');
  expect(plain('张伟 Li')).toBe('Li');
  expect(cut('Kwame Mensah', 9)).toBe('Kwame M..');
});

const nominee = {
  contestId: 'c',
  categoryId: 'k',
  contestantId: 'p',
  name: 'Ama',
  title: 'Awards',
  price: 100,
  perHour: 10,
  refusal: null,
};
const start = { at: 'start', mistakes: 0 } as const;

/** The state after inputs that need nothing but one nominee. */
function after(...inputs: string[]) {
  let state: Parameters<typeof nextStep>[0] = start;
  let step = nextStep(state, '');
  for (const input of inputs) {
    step = nextStep(state, input);
    if (step.kind === 'find-code')
      step = foundNominee(step.state, step.code, step.code === '4821' ? nominee : null);
    if (step.kind === 'ask') state = step.state;
  }
  return step;
}

it('the machine leads from a code over the number of votes and the confirmation to a vote', () => {
  expect(after('4821')).toMatchObject({
    kind: 'ask',
    text: 'Ama\nAwards\nGHS 1.00 a vote. How many votes?',
  });
  expect(after('4821', '5')).toMatchObject({
    kind: 'ask',
    text: '5 votes for Ama, GHS 5.00\n1 Confirm\n2 Cancel',
  });
  expect(after('4821', '5', '1')).toMatchObject({ kind: 'cast', votes: 5, nominee: { contestantId: 'p' } });
  expect(after('4821', '5', '2')).toEqual({ kind: 'end', text: t.cancelled });
});

it('the machine says in an election that each voter has one ballot per category, and takes no other number', () => {
  const election = { ...nominee, price: 0, perHour: 1, isElection: true };
  const asked = foundNominee(start, '4821', election);
  expect(asked).toMatchObject({ text: 'Ama\nAwards\nOne ballot per category. Enter 1 to vote.' });
  if (asked.kind !== 'ask') throw new Error('the number of votes is asked for');
  expect(nextStep(asked.state, '2')).toMatchObject({ text: t.onlyOne, state: { mistakes: 1 } });
  expect(nextStep(asked.state, '1')).toMatchObject({ text: '1 vote for Ama\n1 Confirm\n2 Cancel' });
});

it('the machine asks again for what it cannot take, and ends after five mistakes', () => {
  expect(after('9999')).toMatchObject({ text: t.unknownCode('9999'), state: { mistakes: 1 } });
  expect(after('4821', '0')).toMatchObject({ text: t.notANumber(10_000) });
  expect(after('4821', '10001')).toMatchObject({ text: t.tooMuch(10_000) });
  expect(after('4821', '5', '3')).toMatchObject({ state: { at: 'confirm', mistakes: 1 } });
  expect(after('a', 'b', 'c', 'd', 'e')).toEqual({ kind: 'end', text: t.tooManyMistakes });
});

it('the machine offers bundles while they fit, tells what a window counts, and takes the bundle’s amount', () => {
  const offers = [
    { votes: 10, pricePesewas: 800 },
    { votes: 25, pricePesewas: 1_800 },
    { votes: 100_000, pricePesewas: 1_000_000 },
  ];
  Object.assign(nominee, { bundles: offers, times: 2, limit: 300_000 });
  expect(after('4821')).toMatchObject({
    text: 'Ama\nAwards\nGHS 1.00 a vote. Each counts 2 times. 10 for GHS 8.00. How many votes?',
  });
  expect(after('4821', '10')).toMatchObject({
    text: '10 votes (count as 20) for Ama, GHS 8.00\n1 Confirm\n2 Cancel',
  });
  expect(after('4821', '3001')).toMatchObject({ text: t.tooMuch(3_000, 300_000) });
  expect(t.tooMuch(3_000, 300_000)).toBe(
    'Many wallets pay at most GHS 3,000 a day. How many votes, up to 3000?',
  );
  Object.assign(nominee, { bundles: undefined, times: undefined, limit: undefined });
});

it('the machine takes a lone 7 for a verification only as the first input', () => {
  expect(after('7')).toMatchObject({ text: t.verify, state: { at: 'verify' } });
  expect(after('7', '4821')).toEqual({ kind: 'verify', number: '4821' });
  expect(after('7', '482')).toMatchObject({ text: t.verify, state: { at: 'verify', mistakes: 1 } });
  expect(after('4821', '7')).toMatchObject({ state: { at: 'confirm', votes: 7 } });
});

it('the machine says why a contest takes no votes', () =>
  expect(foundNominee(start, '4821', { ...nominee, refusal: 'CONTEST_ENDED' })).toEqual({
    kind: 'end',
    text: 'Voting has ended.',
  }));

it('the machine browses lists by digits, and takes a code in every list', () => {
  const contests = Array.from({ length: 6 }, (_, nr) => ({ id: `c${nr}`, name: `Contest ${nr}` }));
  const list = foundContests(start, contests);
  if (list.kind !== 'ask') throw new Error(list.kind);
  expect(list.text).toBe('Contests\n1 Contest 0\n2 Contest 1\n3 Contest 2\n4 Contest 3\n0 More');
  const second = nextStep(list.state, '0');
  if (second.kind !== 'ask') throw new Error(second.kind);
  expect(nextStep(second.state, '2')).toMatchObject({ kind: 'find-contest', contestId: 'c5' });
  expect(nextStep(second.state, '3')).toMatchObject({ kind: 'ask', state: { mistakes: 1 } });
  expect(nextStep(second.state, '4821')).toMatchObject({ kind: 'find-code', code: '4821' });
});
