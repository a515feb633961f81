import '@/styles/all.css';
import type { Receipt } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Download, Hourglass, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Decisions } from '@/components/decisions';
import { FailedQuery } from '@/components/error-box';
import { Outcome } from '@/components/facts';
import { Notice } from '@/components/notice';
import { QrCode } from '@/components/qr-code';
import { Spinner } from '@/components/spinner';
import { TextToCopy } from '@/components/text-to-copy';
import { ApiError } from '@/lib/api';
import { formatCount, formatDateTime } from '@/lib/format';
import { keptReceipt } from '@/lib/kept-receipts';
import type { ReceiptCheck } from '@/lib/public-log/check-receipt';
import { saveFile } from '@/lib/save-file';
import { receiptUrl } from '@/lib/share/links';
import { useTitle } from '@/lib/use-title';
import { receiptTexts as t } from '@/texts/en/receipt';
import { checkQuery, receiptQuery, statementQuery } from './api';
import { EntryFacts } from './entry-facts';
import { OwnNumber } from './own-number';

/** `/r/{code}`: whether the vote of a receipt is in the public log, checked in this browser. */
export function ReceiptPage() {
  useTitle(t.pageTitle);
  const { code = '' } = useParams();
  const query = useQuery(receiptQuery(code));
  const isUnknown = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className="page-width flex justify-center pt-8 sm:pt-14">
      <div className="w-full max-w-2xl">
        <h1 className="text-3xl font-extrabold">{t.title}</h1>
        <p className="mt-3 text-muted">{t.lead}</p>
        <Card className="mt-7 overflow-hidden">
          <div aria-hidden className="kente h-2.5" />
          <div className="p-5 sm:p-8" aria-live="polite">
            {query.isPending && <Spinner size="large" caption={t.checking} />}
            {isUnknown ? <Head state="UNKNOWN" icon={info} {...t.unknown} /> : <FailedQuery query={query} />}
            {query.data && <State receipt={query.data} />}
            {query.data && <Decisions decisions={besideEntry(query.data)} texts={t} className="mt-5" />}
            {(query.data || isUnknown) && <Promised code={query.data?.code ?? code} receipt={query.data} />}
          </div>
        </Card>
        {query.data && <Below receipt={query.data} />}
      </div>
    </div>
  );
}

/** Where the vote is, in words; null for one in the log, which is checked. */
const stateInWords = ({ state, entry }: Receipt) => (state === 'LOGGED' || entry ? null : state);

/** That a person let the vote in is told once, by the entry where that says it. */
const besideEntry = ({ decisions, entry }: Receipt) =>
  decisions.filter(({ kind }) => kind !== 'RELEASED' || !entry?.released);

function State({ receipt }: { receipt: Receipt }) {
  const state = stateInWords(receipt);
  if (state === null) return <Logged receipt={receipt} />;
  return <Head state={state} icon={state === 'NOT_COUNTED' ? info : hourglass} {...t.state[state]} />;
}

function Logged({ receipt }: { receipt: Receipt }) {
  const check = useQuery(checkQuery(receipt));
  if (check.isError) {
    return (
      <div className="text-center">
        <p>{t.failed}</p>
        <Button className="mt-5" onClick={() => void check.refetch()} busy={check.isFetching}>
          {t.again}
        </Button>
      </div>
    );
  }
  if (!check.data) return <Spinner size="large" caption={t.checking} />;
  return (
    <>
      <Verdict receipt={receipt} check={check.data} />
      <EntryFacts
        receipt={receipt}
        entries={check.data.entries}
        roster={isIncluded(check.data) ? check.data.roster : null}
      />
      <Checks check={check.data} />
    </>
  );
}

/** Of what leads to no signed root nothing is believed, the names neither. */
const isIncluded = ({ included, signature }: ReceiptCheck): boolean => included && signature !== 'WRONG';

function Verdict({ receipt, check }: { receipt: Receipt; check: ReceiptCheck }) {
  return isIncluded(check) && check.isOwn !== false && check.isForCode !== false ? (
    <Head
      state="INCLUDED"
      icon={<CircleCheck className="size-14 text-green-text" />}
      title={t.included.title}
      text={[
        t.included.text(formatCount((receipt.index ?? 0) + 1), formatCount(check.size)),
        ...(receipt.state === 'HIDDEN' ? [t.included.hidden] : []),
      ].join(' ')}
    />
  ) : (
    <Head state="NOT_INCLUDED" icon={<CircleX className="size-14 text-red-text" />} {...t.notIncluded} />
  );
}

function Checks({ check }: { check: ReceiptCheck }) {
  const rows = [
    { holds: check.included, text: check.included ? t.root(check.neighbours) : t.rootWrong },
    {
      holds: check.signature === 'UNSUPPORTED' ? null : check.signature === 'HOLDS',
      text: t.signature[check.signature],
    },
    ...(check.isOwn === null ? [] : [{ holds: check.isOwn, text: check.isOwn ? t.ofHolds : t.ofWrong }]),
    ...(check.isForCode === null
      ? []
      : [{ holds: check.isForCode, text: check.isForCode ? t.ballotHolds : t.ballotWrong }]),
  ];
  return (
    <section aria-labelledby="checks" className="mt-6">
      <h2 id="checks" className="text-lg">
        {t.checks}
      </h2>
      <ul className="mt-2 space-y-2 text-sm">
        {rows.map(({ holds, text }) => (
          <li key={text} className="flex gap-2.5">
            <Mark holds={holds} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mark({ holds }: { holds: boolean | null }) {
  if (holds === null) return <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow-text" />;
  return holds ? (
    <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green-text" />
  ) : (
    <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-red-text" />
  );
}

function Below({ receipt }: { receipt: Receipt }) {
  const isChecked = stateInWords(receipt) === null;
  const check = useQuery({ ...checkQuery(receipt), enabled: isChecked });
  // The outcome above is much taller than its spinner: what is below it is drawn when it will not move any more.
  if (isChecked && check.isPending) return null;
  return (
    <>
      {receipt.entry && <OwnNumber receipt={receipt} />}
      <Card className="mt-5 flex flex-wrap items-center gap-5 p-5 sm:p-7">
        <QrCode
          text={receiptUrl(receipt.code)}
          label={t.qr(receipt.code)}
          className="size-32 shrink-0 rounded-md"
        />
        <div className="min-w-0 grow">
          <p className="text-sm text-muted">{t.code}</p>
          <p className="text-lg font-semibold whitespace-nowrap tabular-nums">{receipt.code}</p>
          <div className="mt-4 flex flex-wrap gap-2.5">
            <ButtonLink to={`/contests/${receipt.contestId}`} variant="outline" size="sm">
              {t.toContest}
            </ButtonLink>
            <ButtonLink to={`/contests/${receipt.contestId}/audit`} variant="outline" size="sm">
              {t.audit}
            </ButtonLink>
            <ButtonLink
              to={`/find-my-vote?reference=${encodeURIComponent(receipt.code)}`}
              variant="outline"
              size="sm"
            >
              {t.find}
            </ButtonLink>
          </div>
        </div>
      </Card>
      <Explained checkpoint={receipt.checkpoint} />
    </>
  );
}

const info = <Info className="size-14 text-yellow-text" />;
const hourglass = <Hourglass className="size-14 text-yellow-text" />;

function Head({ state, ...said }: { state: string; icon: ReactNode; title: string; text: string }) {
  return <Outcome as="h2" {...said} data-testid="receipt-state" data-state={state} />;
}

/** What the check shows and what it does not, and the checkpoint to keep. */
function Explained({ checkpoint }: { checkpoint: string | null }) {
  return (
    <Card className="mt-5 p-5 sm:p-7">
      <div className="grid gap-6 sm:grid-cols-2">
        <Points title={t.proves} points={t.provesText} />
        <Points title={t.provesNot} points={t.provesNotText} />
      </div>
      {checkpoint && (
        <section aria-labelledby="checkpoint" className="mt-6 border-t border-line pt-5">
          <h2 id="checkpoint" className="text-lg">
            {t.checkpoint}
          </h2>
          <p className="mt-1 text-sm text-muted">{t.checkpointText}</p>
          <TextToCopy
            text={checkpoint}
            name={t.checkpoint}
            says={{ copy: t.keep, copied: t.kept, failed: t.copyFailed }}
            testId="checkpoint"
          />
        </section>
      )}
    </Card>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 list-disc space-y-2 pl-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

/** Votes that the log must have by the minute of their statement. What is hidden as a whole cannot be looked up. */
const LACKING = new Set(['WAITING', 'HELD', 'NOT_COUNTED']);

/**
 * The signed statement about a vote: the one that this browser keeps, which the site cannot take back, else the site's.
 * @param receipt undefined when the site knows no such vote
 */
function Promised({ code, receipt }: { code: string; receipt: Receipt | undefined }) {
  const note = keptReceipt(code) ?? receipt?.statement ?? null;
  const { data: statement } = useQuery(statementQuery(note, receipt?.state));
  if (!note || !statement) return null;
  const isLacking = !receipt || LACKING.has(receipt.state);
  const { voter, ballot } = receipt?.entry ?? {};
  const isAnother = receipt?.entry && statement.commitment && (voter ?? ballot) !== statement.commitment;
  const by = formatDateTime(statement.minute);
  const download = (
    <Button
      variant="outline"
      size="sm"
      className="mt-3"
      icon={Download}
      onClick={() => saveFile(new Blob([note], { type: 'text/plain' }), `receipt-${code}.txt`)}
    >
      {t.promise.download}
    </Button>
  );
  if (statement.signature === 'WRONG')
    return (
      <Notice tone="warning" className="mt-5">
        {t.promise.wrong}
      </Notice>
    );
  // The entry of an erased voter that was written later commits to no number.
  return (isLacking && statement.isOver) || (isAnother && !receipt.erased) ? (
    <div data-testid="promise-broken">
      <Notice tone="error" className="mt-5" title={t.promise.brokenTitle}>
        {isAnother ? t.promise.another : t.promise.broken(by)}
        <div>{download}</div>
      </Notice>
    </div>
  ) : (
    <div data-testid="promise">
      <Notice tone="info" className="mt-5">
        {t.promise.text(by)}
        <div>{download}</div>
      </Notice>
    </div>
  );
}
