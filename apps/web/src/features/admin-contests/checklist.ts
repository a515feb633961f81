import type { CategoryView, ContestView, SettlementAccount } from '@abato/contracts';
import { adminContest } from '@/texts/en/admin-contests';

export interface ChecklistItem {
  key: string;
  text: string;
  done: boolean;
  /** The server refuses to activate without it. */
  required: boolean;
}

/**
 * What a draft needs, and what it should have, before voters see it.
 * @param now milliseconds; an end in the past would end the contest at once
 * @param account of the host of a contest that voters pay for; undefined for a free one, and while it is not known
 */
export function activationChecklist(
  contest: ContestView,
  categories: CategoryView[],
  now: number,
  account?: Pick<SettlementAccount, 'inForce' | 'required'>,
): ChecklistItem[] {
  const t = adminContest.checklist;
  const filled = categories.filter(({ _count }) => _count.contestants > 0);
  return [
    { key: 'category', text: t.category, done: filled.length > 0, required: true },
    { key: 'end', text: t.end, done: Date.parse(contest.endDate) > now, required: true },
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
