import type { PublicContestView, Receipt } from '@abato/contracts';
import type { Roster } from '@abato/verifier/roster.mjs';
import { useQuery } from '@tanstack/react-query';
import { type Fact, Facts } from '@/components/facts';
import { Notice } from '@/components/notice';
import { AmendmentNote } from '@/components/result-notes';
import { formatCedis, formatCount, formatDateTime } from '@/lib/format';
import { publicContestQuery } from '@/lib/public-contest';
import { type Entry, isHidden, kindOf, NEWEST_VERSION } from '@/lib/public-log/entry';
import { rosterOfPage } from '@/lib/public-log/roster';
import { receiptTexts as t } from '@/texts/en/receipt';

/** What the entry of a receipt says, with the names that the log had when the vote was cast, else with those of the page. */
export function EntryFacts({
  receipt,
  entries: [entry, ...later],
  roster,
}: {
  receipt: Receipt;
  /** The vote's, the count first; opened as far as they can be. */
  entries: readonly Entry[];
  /** Null where the log has no names, or they were not checked. */
  roster: Roster | null;
}) {
  const { data: contest } = useQuery(publicContestQuery(receipt.contestId));
  if (!entry) return null;
  if ([entry, ...later].some(({ v }) => Number(v) > NEWEST_VERSION))
    return (
      <Notice tone="warning" className="mt-6">
        {t.newer}
      </Notice>
    );
  const amount = Number(entry.amount ?? 0);
  const nominee = nomineeOf(String(entry.contestant), roster, contest);
  const released = entry.released as { minute: string; reason: string } | undefined;
  const proven = provenBy(entry, receipt.erased);
  const facts: Fact[] = [
    [t.contest, contest?.title],
    ...(isHidden(entry)
      ? [[t.contestant, t.hidden] as const]
      : ([
          [t.contestant, nominee.name],
          [t.nomineeCode, nominee.code],
          [t.category, nominee.category],
          [t.votes, formatCount(Number(entry.votes))],
        ] as const)),
    [t.amount, amount > 0 ? formatCedis(amount / 100) : undefined],
    [t.kind, t.kinds[kindOf(entry) as keyof typeof t.kinds] ?? String(entry.kind)],
    [t.channel, t.channels[String(entry.channel) as keyof typeof t.channels] ?? String(entry.channel)],
    [proven ? t.provenBy[proven] : '', proven && t.proven],
    [
      t.cast,
      typeof entry.cast === 'string' && entry.cast !== entry.minute ? formatDateTime(entry.cast) : undefined,
    ],
    [t.minute, formatDateTime(String(entry.minute))],
  ];
  const takenBack = later.reduce((sum, { votes }) => sum - Number(votes), 0);
  return (
    <section aria-labelledby="entry" className="mt-6">
      <h2 id="entry" className="sr-only">
        {t.entry}
      </h2>
      <Facts facts={facts} className="rounded-md bg-sunken px-4" />
      {!isHidden(entry) && (
        <div className="mt-3 text-sm text-muted wrap-anywhere" data-testid="names">
          <p>{nominee.isSealed ? t.namesSealed : t.namesNotSealed}</p>
          {nominee.since.map((text) => (
            <p key={text} className="mt-1 font-medium text-ink">
              {text}
            </p>
          ))}
        </div>
      )}
      {released && (
        <Notice tone="info" className="mt-3" title={t.released(formatDateTime(released.minute))}>
          <p className="wrap-anywhere whitespace-pre-line">{t.decisionReason(released.reason)}</p>
        </Notice>
      )}
      <AmendmentNote
        amendment={contest?.amendment ?? null}
        className="mt-3 text-sm text-muted wrap-anywhere"
      />
      {later.length > 0 && (
        <p className="mt-3 text-sm font-medium">
          {later.some(isHidden) ? t.laterHidden : t.later(formatCount(takenBack))}
          {receipt.takenBack && ` ${t.takenBack[receipt.takenBack]}`}
        </p>
      )}
    </section>
  );
}

/** Whom a vote is for, in words. */
interface NomineeInWords {
  name: string;
  code: string | undefined;
  category: string | undefined;
  /** Whether the names are those of the log. */
  isSealed: boolean;
  /** What the page calls otherwise now, a sentence each. */
  since: string[];
}

/**
 * The nominee as the list in the log before the vote says, and what was renamed since; without such a list as the page says.
 * @param roster null for a log of version 1, and where it was not checked
 * @param contest undefined while it is not known
 */
export function nomineeOf(
  id: string,
  roster: Roster | null,
  contest: Pick<PublicContestView, 'categories'> | undefined,
): NomineeInWords {
  const page = contest && rosterOfPage(contest);
  const [sealed, shown] = [roster?.contestants.get(id), page?.contestants.get(id)];
  const nominee = sealed ?? shown;
  const categoryIn = (list: Roster | null | undefined, of: typeof nominee) =>
    of && list?.categories.get(of.categoryId)?.name;
  const category = sealed ? categoryIn(roster, sealed) : categoryIn(page, shown);
  const since: string[] = [];
  if (sealed && page && !shown) since.push(t.since.takenOff);
  if (sealed && shown) {
    const now = categoryIn(page, shown);
    if (shown.name !== sealed.name) since.push(t.since.name(shown.name));
    if (shown.code !== sealed.code) since.push(t.since.code(shown.code));
    if (now !== undefined && now !== category) since.push(t.since.category(now));
  }
  return {
    name: nominee?.name ?? t.unnamed,
    code: nominee?.code,
    category,
    isSealed: sealed !== undefined,
    since,
  };
}

/**
 * What was proven of a vote with `verified`: its phone number, or a ballot code, which has none.
 * @param isErased nothing of version 1 tells then which of the two it was
 */
export function provenBy(entry: Entry, isErased: boolean): 'number' | 'ballotCode' | 'either' | undefined {
  if (entry.verified !== true) return undefined;
  if (entry.voter || entry.channel !== 'ballot') return 'number';
  return entry.ballot || !isErased ? 'ballotCode' : 'either';
}
