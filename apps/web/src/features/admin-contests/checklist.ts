import type { CategoryView, ContestView, SettlementAccount } from '@abato/contracts';
import { adminContest } from '@/texts/en/admin-contests';

export interface ChecklistItem {
  key: string;
  text: string;
  done: boolean;
  /** The server refuses to activate without it. */
  required: boolean;
}

/** What the server says; each is undefined while that is not known. */
interface Known {
  /** Whether the platform can send SMS. */
  canSendCodes?: boolean | undefined;
  /** Phone numbers and ballot codes of the electorate. */
  electors?: number | undefined;
  /** Of the host of a contest that voters pay for. */
  account?: Pick<SettlementAccount, 'inForce' | 'required'> | undefined;
}

/**
 * What a draft needs, and what it should have, before voters see it.
 * @param now milliseconds; an end in the past would end the contest at once
 */
export function activationChecklist(
  contest: ContestView,
  categories: CategoryView[],
  now: number,
  known: Known = {},
): ChecklistItem[] {
  const t = adminContest.checklist;
  const { canSendCodes, account, electors } = known;
  const filled = categories.filter(({ _count }) => _count.contestants > 0);
  return [
    { key: 'category', text: t.category, done: filled.length > 0, required: true },
    { key: 'end', text: t.end, done: Date.parse(contest.endDate) > now, required: true },
    ...(contest.verification === 'PHONE'
      ? [{ key: 'codes', text: t.codes, done: canSendCodes !== false, required: true }]
      : []),
    ...(contest.verification === 'ELECTORATE' && contest.votePrice === 0
      ? [{ key: 'electors', text: t.electors, done: Boolean(electors), required: true }]
      : []),
    {
      key: 'every-category',
      text: t.everyCategory,
      done: categories.length > 0 && filled.length === categories.length,
      required: false,
    },
    {
      key: 'choice',
      text: t.choice,
      done: filled.some(({ _count }) => _count.contestants > 1),
      required: false,
    },
    ...(account
      ? [{ key: 'account', text: t.account, done: account.inForce !== null, required: account.required }]
      : []),
    { key: 'banner', text: t.banner, done: Boolean(contest.banner), required: false },
  ];
}
