import type { FairPlay, PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/card';
import { Td, Th } from '@/components/cells';
import { FailedQuery } from '@/components/error-box';
import { FigureLines } from '@/components/facts';
import { formatCount, formatDateTime, formatPercent } from '@/lib/format';
import { fairPlayTexts as t } from '@/texts/en/fair-play';
import { fairPlayQuery } from './api';

/** Hours shown at first; the others are one tap away. */
const SHOWN_HOURS = 8;

/** How free votes of the contest were treated: counted, held, rejected, by reason and hour. */
export function FairPlayCard({ contest }: { contest: PublicContestView }) {
  const query = useQuery(fairPlayQuery(contest.id));
  return (
    <Card className="p-5 sm:p-7" data-testid="fair-play">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-1 text-sm text-muted">
        {contest.votePrice > 0 ? t.paid : t.lead}
        {contest.votePrice > 0 && (query.data?.enteredByHand ?? 0) > 0 && ` ${t.byHandToo}`}
      </p>
      <FailedQuery query={query} />
      {query.data && <Figures figures={query.data} contest={contest} />}
    </Card>
  );
}

function Figures({ figures, contest }: { figures: FairPlay; contest: PublicContestView }) {
  const isFree = contest.votePrice === 0;
  const names = new Map(
    contest.categories.flatMap(({ contestants }) => contestants.map(({ id, name }) => [id, name] as const)),
  );
  const nameOf = (id: string): string => names.get(id) ?? t.unnamed;
  const { counted, held, released, rejected, waiting, verified, verifiedShare, enteredByHand } = figures;
  const rows: [string, number | null, string?][] = [
    [t.counted, counted],
    [
      t.verified,
      verified,
      verifiedShare === null ? undefined : t.verifiedShare(formatPercent(verifiedShare * 100)),
    ],
    [t.byHand, enteredByHand],
    [t.held, held],
    [t.released, released],
    [t.rejected, rejected],
    [t.waiting, waiting],
  ];
  // A paid contest whose votes were all paid for: the sentence above says it.
  if (!isFree && [counted, held, rejected, enteredByHand].every((number) => number === 0)) return null;
  const reasons = figures.reasons.filter((reason) => reason.held > 0 || reason.rejected > 0);
  return (
    <>
      {isFree && (
        <p className="mt-3 text-sm">
          {t.level} <strong>{t.levels[figures.level]}</strong>.
        </p>
      )}
      {counted === null ? (
        <p className="mt-3 text-sm text-muted">{t.hidden}</p>
      ) : (
        <>
          <FigureLines
            className="mt-3"
            lines={rows.map(([name, value, note]) => ({ name, note, figure: formatCount(value ?? 0) }))}
          />
          {reasons.length > 0 && (
            <Table
              title={t.why}
              head={[t.reason, t.held, t.rejected]}
              rows={reasons.map((one) => [t.reasons[one.reason], one.held, one.rejected])}
            />
          )}
          {figures.nominees.length > 0 && (
            <Table
              title={t.byNominee}
              head={[t.nominee, t.held, t.released, t.rejected]}
              rows={figures.nominees.map((one) => [
                nameOf(one.contestantId),
                one.held,
                one.released,
                one.rejected,
              ])}
            />
          )}
          {figures.decisions.length > 0 && (
            <>
              <Table
                title={t.decisions}
                head={[t.decision, t.votes]}
                rows={figures.decisions.map(({ decision, contestantId, minute, votes }) => [
                  t.decided[decision](nameOf(contestantId), formatDateTime(minute)),
                  votes,
                ])}
                notes={figures.decisions.map(({ reason }) => [reason ?? t.noReason])}
              />
              {figures.decisionCount > figures.decisions.length && (
                <p className="mt-2 text-sm text-muted">
                  {t.newest(formatCount(figures.decisions.length), formatCount(figures.decisionCount))}
                </p>
              )}
            </>
          )}
          <Hours hours={figures.hours} />
        </>
      )}
    </>
  );
}

function Hours({ hours }: Pick<FairPlay, 'hours'>) {
  if (!hours.length) return <p className="mt-4 text-sm text-muted">{t.none}</p>;
  const newest = hours.toReversed();
  const rows = newest.map(({ hour, counted, held, rejected }) => [
    formatDateTime(hour),
    counted,
    held,
    rejected,
  ]);
  const notes = newest.map(({ reasons }) =>
    reasons.map((one) => t.hourReason(t.reasons[one.reason], one.held, one.rejected)),
  );
  const head = [t.hour, t.counted, t.held, t.rejected];
  return (
    <details className="mt-5" open={hours.length <= SHOWN_HOURS}>
      <summary className="flex min-h-touch cursor-pointer items-center text-lg font-semibold">
        {t.hours}
      </summary>
      <Table head={head} rows={rows} notes={notes} />
    </details>
  );
}

function Table({
  title,
  head,
  rows,
  notes,
}: {
  title?: string;
  head: string[];
  rows: (string | number)[][];
  /** Below the name of each row. */
  notes?: string[][];
}) {
  return (
    <>
      {title && <h3 className="mt-5 mb-2 text-lg">{title}</h3>}
      {/* What scrolls can be reached by key. */}
      <div
        role="region"
        aria-label={title ?? t.hours}
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr>
              {head.map((name, at) => (
                <Th key={name} className={at ? 'text-right' : undefined}>
                  {name}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={`${row} ${cells[0]}`} className="border-t border-line">
                {cells.map((cell, at) => (
                  <Td key={head[at]} className={at ? 'text-right tabular-nums' : 'min-w-48'}>
                    {typeof cell === 'number' ? formatCount(cell) : cell}
                    {at === 0 &&
                      notes?.[row]?.map((note) => (
                        <p key={note} className="text-muted">
                          {note}
                        </p>
                      ))}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
