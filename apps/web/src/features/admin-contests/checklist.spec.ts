import { expect, it } from '@jest/globals';
import type { CategoryView, ContestView } from '@abato/contracts';
import { activationChecklist } from './checklist';

type Known = NonNullable<Parameters<typeof activationChecklist>[3]>;

const NOW = Date.parse('2026-11-21T12:00:00Z');
const contest = { endDate: '2026-11-21T12:00:01Z', banner: 'b.webp' } as ContestView;
const category = (contestants: number) => ({ _count: { contestants } }) as CategoryView;

/** The keys of what is not done. */
const missing = (contestants: number[], change: Partial<ContestView> = {}, canSendCodes?: boolean) =>
  activationChecklist({ ...contest, ...change }, contestants.map(category), NOW, { canSendCodes })
    .filter(({ done }) => !done)
    .map(({ key, required }) => (required ? `${key}!` : key));

const ofAccount = (account: Known['account']) =>
  activationChecklist(contest, [category(2)], NOW, { account }).find(({ key }) => key === 'account');
const IN_FORCE = { accountName: 'A', bankName: 'B', accountNumber: '••••1', since: '2026-11-01T00:00:00Z' };

it('the checklist of a paid draft has an account of the host, which is required where the server requires it', () => {
  expect(ofAccount(undefined)).toBeUndefined();
  expect(ofAccount({ inForce: null, required: true })).toMatchObject({ done: false, required: true });
  expect(ofAccount({ inForce: null, required: false })).toMatchObject({ done: false, required: false });
  expect(ofAccount({ inForce: IN_FORCE, required: true })).toMatchObject({ done: true });
});

it.each([
  ['is complete', [2, 3], {}, []],
  ['needs a category with a contestant', [0], {}, ['category!', 'every-category', 'choice']],
  ['needs a category', [], {}, ['category!', 'every-category', 'choice']],
  ['needs an end in the future', [2], { endDate: '2026-11-21T12:00:00Z' }, ['end!']],
  ['advises to fill every category', [2, 0], {}, ['every-category']],
  ['advises a choice between contestants', [1], {}, ['choice']],
  ['advises a banner', [2], { banner: null }, ['banner']],
] as [string, number[], Partial<ContestView>, string[]][])(
  'the checklist of a draft %s',
  (_, contestants, change, keys) => expect(missing(contestants, change)).toEqual(keys),
);

it('the checklist of a draft needs a way to send codes only where phone numbers are verified', () => {
  expect(missing([2], { verification: 'PHONE' }, false)).toEqual(['codes!']);
  expect(missing([2], { verification: 'PHONE' }, true)).toEqual([]);
  expect(missing([2], { verification: 'OPEN' }, false)).toEqual([]);
});
