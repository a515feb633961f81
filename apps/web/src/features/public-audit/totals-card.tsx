import type { ContestAudit, PublicContestView } from '@abato/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Td, Th } from '@/components/cells';
import { FigureLines } from '@/components/facts';
import { Notice } from '@/components/notice';
import { formatCount } from '@/lib/format';
import { logReader } from '@/lib/public-log/check-receipt';
import { ENTRY_BYTES, type LogTotals, recompute } from '@/lib/public-log/recompute';
import { type RosterChange, rosterChanges, rosterOfPage } from '@/lib/public-log/roster';
import { publicContestQuery } from '@/lib/public-contest';
import { publicAuditTexts } from '@/texts/en/public-audit';
import type { Cosigned } from '@/lib/public-log/cosigned';
import type { OpenedCheckpoint } from './api';
import { namedRows } from './named-rows';
import { PaymentLines, signedCedis } from './payment-lines';
import { shownChanges } from './shown-rule';

const t = publicAuditTexts.totals;
/** Entries that are added up without asking: below a megabyte. */
const UNASKED = 2_560;
/** Entries beyond which a phone would be busy for minutes. */
const MOST = 200_000;
/** Room for names on a phone. */
const NARROW = 'max-sm:px-2.5 max-sm:whitespace-normal';
const KINDS = ['free', 'paid', 'manual', 'reversal', 'restore'] as const;

/** What the entries add up to, beside what the contest's page shows. */
export function TotalsCard({
  contest,
  checkpoint,
  audit,
  cosigned,
  totals,
  onTotals,
  onAgain,
}: {
  contest: PublicContestView;
  checkpoint: OpenedCheckpoint;
  audit: ContestAudit;
  /** What the log must continue. */
  cosigned: readonly Cosigned[];
  totals: LogTotals | null;
  onTotals: (totals: LogTotals) => void;
  onAgain: () => void;
}) {
  const client = useQueryClient();
  const { size } = checkpoint;
  // A witness may have seen a newer checkpoint than the one that was read just before.
  const earlier = cosigned.filter((seen) => seen.cosignature !== 'WRONG' && seen.size <= size);
  const [done, setDone] = useState(0);
  const adding = useMutation({
    mutationFn: async () => {
      const found = await recompute(checkpoint, logReader(contest.id), setDone, earlier);
      // The page's counts of the same moment.
      await client.refetchQueries({ queryKey: publicContestQuery(contest.id).queryKey });
      return found;
    },
    onSuccess: onTotals,
  });
  const { mutate } = adding;
  const isSmall = size <= UNASKED;
  useEffect(() => {
    if (isSmall) mutate();
  }, [isSmall, mutate, checkpoint.note]);
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-xl">{t.title}</h2>
      {cosigned.some((seen) => seen.size > size) && (
        <Notice tone="warning" className="mt-3">
          {t.ahead}
        </Notice>
      )}
      {adding.isError && (
        <Notice tone="error" className="mt-3">
          {publicAuditTexts.failed}
        </Notice>
      )}
      {!totals && !adding.isPending && !isSmall && (
        <>
          <p className="mt-2 text-sm text-muted">
            {size > MOST ? t.tooMany : t.ask(formatCount(size), ((size * ENTRY_BYTES) / 1e6).toFixed(1))}
          </p>
          {size <= MOST && (
            <Button className="mt-4" onClick={() => mutate()}>
              {t.start}
            </Button>
          )}
        </>
      )}
      {adding.isPending && (
        <div className="mt-3">
          <progress value={done} max={size} className="h-2 w-full accent-gold" aria-label={t.title} />
          <p className="mt-1 text-sm text-muted tabular-nums">
            {t.progress(formatCount(done), formatCount(size))}
          </p>
        </div>
      )}
      {totals && <Found contest={contest} totals={totals} audit={audit} onAgain={onAgain} />}
    </Card>
  );
}

function Found({
  contest,
  totals,
  audit,
  onAgain,
}: {
  contest: PublicContestView;
  totals: LogTotals;
  audit: ContestAudit;
  onAgain: () => void;
}) {
  const shown = contest.categories.flatMap(({ contestants }) => contestants);
  const rows = namedRows(contest, totals);
  const { hidden, newer, roster } = totals;
  const changes = roster && rosterChanges(roster, rosterOfPage(contest));
  const same =
    !hidden && shown.every(({ id, voteCount }) => (totals.byContestant.get(id) ?? 0) === voteCount);
  const known = newer !== null ? 'newer' : audit.hidden ? 'hidden' : same ? 'same' : 'differs';
  const state = !totals.rootHolds || !totals.continues ? 'wrong' : known;
  return (
    <div data-testid="log-totals" data-state={state} data-names={namesState(changes)}>
      <Notice tone={totals.rootHolds ? 'success' : 'error'} className="mt-3">
        {totals.rootHolds ? t.holds : t.wrong} {totals.rootHolds && known === 'same' && t.same}{' '}
        {totals.rootHolds && newer === null && changes?.length === 0 && publicAuditTexts.names.same}
      </Notice>
      {!totals.continues && (
        <Notice tone="error" className="mt-3">
          {t.forked}
        </Notice>
      )}
      {newer !== null && (
        <Notice tone="warning" className="mt-3">
          {t.newer(formatCount(newer + 1))}
        </Notice>
      )}
      {known === 'hidden' && (
        <Notice tone="info" className="mt-3">
          {t.hidden(formatCount(hidden), hidden)}
        </Notice>
      )}
      {totals.rootHolds && known === 'differs' && (
        <Notice tone="warning" className="mt-3">
          {hidden ? t.withheld(formatCount(hidden), hidden) : t.differs}
        </Notice>
      )}
      {newer === null && <NamesNotice changes={changes} />}
      <div
        hidden={known === 'hidden' || known === 'newer'}
        className="mt-4 overflow-x-auto rounded-lg border border-line"
      >
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr>
              <Th className={NARROW}>{t.contestant}</Th>
              <Th className={`text-right max-sm:min-w-16 ${NARROW}`}>{t.log}</Th>
              <Th className={`text-right max-sm:min-w-16 ${NARROW}`}>{t.page}</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, note, page }) => (
              <tr key={id} className="border-t border-line">
                <Td className={`w-full wrap-anywhere ${NARROW}`}>
                  <span className="font-semibold">{name}</span>
                  {note && <span className="block text-muted">{note}</span>}
                </Td>
                <Td className={`text-right tabular-nums ${NARROW}`}>
                  {formatCount(totals.byContestant.get(id) ?? 0)}
                </Td>
                <Td className={`text-right tabular-nums ${NARROW}`}>
                  {page === null ? '–' : formatCount(page)}
                </Td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!audit.hidden && newer === null && <Lines totals={totals} audit={audit} />}
      {audit.payments && newer === null && <PaymentLines books={audit.payments} provider={totals.provider} />}
      <Button variant="outline" size="sm" className="mt-4" onClick={onAgain}>
        {t.again}
      </Button>
    </div>
  );
}

/** What the page names otherwise than the log. @param changes from the log to the page; null for a log without names */
function NamesNotice({ changes }: { changes: readonly RosterChange[] | null }) {
  if (!changes)
    return (
      <Notice tone="info" className="mt-3">
        {publicAuditTexts.names.notSealed}
      </Notice>
    );
  if (!changes.length) return null;
  return (
    <Notice tone="error" className="mt-3">
      {publicAuditTexts.names.differ}
      {shownChanges(changes).map((text, nr) => (
        <p key={`${nr} ${text}`} className="mt-1 font-semibold wrap-anywhere">
          {text}
        </p>
      ))}
    </Notice>
  );
}

/** For tests. */
const namesState = (changes: readonly unknown[] | null) =>
  !changes ? 'unsealed' : changes.length ? 'differ' : 'same';

function Lines({ totals, audit }: { totals: LogTotals; audit: ContestAudit }) {
  const kinds = KINDS.flatMap((kind) => {
    const total = totals.byKind.get(kind);
    // Votes entered by hand and those taken back have a line also when there are none.
    if (!total && kind !== 'manual' && kind !== 'reversal') return [];
    const { entries, votes, amount } = total ?? { entries: 0, votes: 0, amount: 0 };
    const made = t.entries(formatCount(entries), entries);
    const back = totals.manualTakenBack;
    const note = kind === 'manual' && back > 0 ? `${made}, ${t.stillCount(formatCount(votes - back))}` : made;
    return [{ name: t.kinds[kind], note, votes, amount }];
  });
  const { entries, votes } = totals.released;
  const released = entries
    ? [{ name: t.releasedInLog, note: t.entries(formatCount(entries), entries), votes, amount: 0 }]
    : [];
  const outside = [
    { name: t.held, of: audit.held },
    { name: t.released, of: audit.released },
    { name: t.rejected, of: audit.rejected },
  ].flatMap(({ name, of }) =>
    of ? [{ name, note: t.casts(formatCount(of.casts), of.casts), votes: of.votes, amount: 0 }] : [],
  );
  return (
    <section aria-labelledby="lines" className="mt-6">
      <h3 id="lines" className="text-lg">
        {t.lines}
      </h3>
      <FigureLines
        className="mt-2"
        lines={[...kinds, ...released, ...outside].map(({ name, note, votes: count, amount }) => ({
          name,
          note,
          figure: (
            <>
              {signed(count)}
              {amount !== 0 && (
                <span className="ml-2 text-sm font-normal text-muted">{signedCedis(amount / 100)}</span>
              )}
            </>
          ),
        }))}
      />
      <p className="mt-2 text-sm text-muted">{t.fromSite}</p>
    </section>
  );
}

const signed = (votes: number): string => (votes < 0 ? `−${formatCount(-votes)}` : formatCount(votes));
