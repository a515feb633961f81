import type { Receipt } from '@abato/contracts';
import type { Roster } from '@abato/verifier/roster.mjs';
import { useQuery } from '@tanstack/react-query';
import { AmendmentNote } from '@/components/amendment-note';
import { type Fact, Facts } from '@/components/facts';
import { Notice } from '@/components/notice';
import { formatCedis, formatCount, formatDateTime } from '@/lib/format';
import { type Entry, isHidden, kindOf, NEWEST_VERSION } from '@/lib/public-log/entry';
import { publicContestQuery } from '@/lib/public-contest';
import { receiptTexts as t } from '@/texts/en/receipt';
import { nomineeOf, provenBy } from './entry-words';

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
