import type { PublicContestView, Receipt } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { AmendmentNote } from '@/components/amendment-note';
import { formatCedis, formatCount, formatDateTime } from '@/lib/format';
import { isHidden } from '@/lib/public-log/hidden';
import { publicContestQuery } from '@/lib/public-contest';
import { receiptTexts as t } from '@/texts/en/receipt';

/** What the entry of a receipt says, with the names of the contest and the contestant where they can be read. */
export function EntryFacts({
  receipt,
  entries: [entry, ...later],
}: {
  receipt: Receipt;
  /** The vote's, the count first; opened as far as they can be. */
  entries: readonly Readonly<Record<string, unknown>>[];
}) {
  const { data: contest } = useQuery(publicContestQuery(receipt.contestId));
  if (!entry) return null;
  const amount = Number(entry.amount ?? 0);
  const rows: [string, string][] = [
    ...(contest ? ([[t.contest, contest.title]] as [string, string][]) : []),
    ...(isHidden(entry)
      ? ([[t.contestant, t.hidden]] as [string, string][])
      : ([
          [t.contestant, nameOf(contest, entry.contestant) ?? t.unnamed],
          [t.votes, formatCount(Number(entry.votes))],
        ] as [string, string][])),
    ...(amount > 0 ? ([[t.amount, formatCedis(amount / 100)]] as [string, string][]) : []),
    [t.kind, t.kinds[String(entry.kind) as keyof typeof t.kinds] ?? String(entry.kind)],
    [t.channel, t.channels[String(entry.channel) as keyof typeof t.channels] ?? String(entry.channel)],
    ...(entry.verified === true ? ([[t.number, t.proven]] as [string, string][]) : []),
    [t.minute, formatDateTime(String(entry.minute))],
  ];
  const takenBack = later.reduce((sum, { votes }) => sum - Number(votes), 0);
  return (
    <section aria-labelledby="entry" className="mt-6">
      <h2 id="entry" className="sr-only">
        {t.entry}
      </h2>
      <dl className="divide-y divide-dashed divide-line rounded-md bg-sunken px-4">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="ml-auto text-right font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
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

function nameOf(contest: PublicContestView | undefined, id: unknown): string | undefined {
  const all = contest?.categories.flatMap(({ contestants }) => contestants) ?? [];
  return all.find((contestant) => contestant.id === id)?.name;
}
