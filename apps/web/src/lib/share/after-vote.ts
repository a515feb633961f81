import type { PublicContestantView, PublicContestView } from '@abato/contracts';
import { formatOrdinal } from '@/lib/format';
import { doneTexts as t } from '@/texts/en/after-vote';
import { copyText } from './copy';
import { publicUrl } from './links';

/** Rank and distance within the category, from the counts on the page. */
export function standing(contest: PublicContestView, contestant: PublicContestantView): string {
  const { name, rank, voteCount } = contestant;
  if (!contest.showResults || rank === null || voteCount === null) return t.hidden(name);
  const category = contest.categories.find(({ id }) => id === contestant.categoryId);
  const others = (category?.contestants ?? []).filter(({ id }) => id !== contestant.id);
  const ahead = others.filter((other) => (other.voteCount ?? 0) > voteCount);
  if (ahead.length > 0) {
    const next = ahead.reduce((a, b) => ((b.voteCount ?? 0) < (a.voteCount ?? 0) ? b : a));
    const behind = (next.voteCount ?? 0) - voteCount;
    return t.behind(name, formatOrdinal(rank), behind, next.name);
  }
  const best = Math.max(...others.map((other) => other.voteCount ?? 0));
  if (others.length === 0) return t.alone(name);
  if (best === voteCount) return t.level(name, formatOrdinal(rank));
  return t.leads(name, voteCount - best);
}

/** Opens the device's own share sheet; where there is none, copies the nominee's link. */
export async function shareVote(contest: PublicContestView, contestant: PublicContestantView): Promise<void> {
  const url = publicUrl(contest.id, contestant.id);
  const text = t.shareText(contestant.name, contest.title, contestant.code);
  if (!('share' in navigator)) {
    await copyText(url, t.linkCopied, t.copyFailed);
    return;
  }
  // Refused or dismissed by the visitor: nothing to say.
  await navigator.share({ title: contest.title, text, url }).catch(() => undefined);
}
