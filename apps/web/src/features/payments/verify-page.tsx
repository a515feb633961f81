import type { AfterRefund } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Hourglass } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { type Fact, Facts, Outcome } from '@/components/facts';
import { Spinner } from '@/components/spinner';
import { errorText } from '@/lib/api';
import { votesText } from '@/lib/after-refund';
import { formatCedis } from '@/lib/format';
import { readPendingPayment, readVoteAgain } from '@/lib/payment/pending-payment';
import {
  saysNothing,
  useSettled,
  type VerificationResult,
  verificationQuery,
} from '@/lib/payment/verify-payment';
import { useTitle } from '@/lib/use-title';
import { paymentTexts as t } from '@/texts/en/payment';
import { AfterPayment } from './after-payment';
import '@/styles/all.css';

/** Where the payment provider sends the voter back to; works without any record of the payment in this browser. */
export function VerifyPage() {
  useTitle(t.pageTitle);
  const [query] = useSearchParams();
  const reference = (query.get('reference') ?? query.get('trxref') ?? '').trim();
  return (
    <div className="page-width flex justify-center pt-8 sm:pt-16">
      <Card className="w-full max-w-xl overflow-hidden">
        <div aria-hidden className="kente h-2.5" />
        <div className="p-6 sm:p-9">
          {reference ? (
            <Verification
              key={reference}
              reference={reference}
              cancelled={query.get('cancelled') === 'true'}
            />
          ) : (
            <Failure message={t.noReference} />
          )}
        </div>
      </Card>
    </div>
  );
}

function Verification({ reference, cancelled }: { reference: string; cancelled: boolean }) {
  const [pending] = useState(() => readPendingPayment(reference));
  const [begun] = useState(() => readVoteAgain({ reference }));
  const settled = useSettled();
  const query = useQuery(verificationQuery(reference, cancelled));
  const result = query.data;
  const succeeded = result?.outcome === 'success';
  useEffect(() => {
    if (succeeded) settled();
  }, [succeeded, settled]);

  const facts = {
    contestant: result?.contestantName ?? pending?.contestantName ?? null,
    votes: result?.voteCount ?? pending?.voteCount ?? null,
    amount: result?.amount ?? pending?.amount ?? null,
  };
  const again = () => void query.refetch();

  if (query.isPending) {
    return (
      <Status value="verifying">
        <Spinner size="large" caption={t.verifying} />
        <Known {...facts} />
      </Status>
    );
  }
  // What is known stays when asking again fails.
  if (!result) {
    const unasked = saysNothing(query.error);
    return <Failure message={errorText(query.error)} unasked={unasked} onRetry={again} />;
  }
  if (result.outcome === 'failure') {
    return (
      <Failure
        message={result.message}
        onRetry={again}
        retrying={query.isFetching}
        checkFailed={query.isError}
        nothingTaken={result.nothingTaken}
        again={
          result.nothingTaken && begun && facts.contestant ? { ...begun, name: facts.contestant } : undefined
        }
      />
    );
  }
  if (result.outcome === 'unknown') {
    return (
      <Unknown
        result={result}
        facts={<Known {...facts} reference={reference} />}
        onRetry={again}
        busy={query.isFetching}
        checkFailed={query.isError}
      />
    );
  }
  const contestId = result.contestId ?? pending?.contestId;
  return (
    <Status value="success">
      <Outcome
        as="h1"
        icon={<CircleCheck className="size-14 text-green-text" />}
        title={t.success.title(facts.votes ?? 2)}
        text={t.success.text}
      />
      <Known
        {...facts}
        reference={reference}
        receiptCode={result.receiptCode}
        afterRefund={result.afterRefund}
        paid
      />
      {contestId && facts.contestant && (
        <AfterPayment
          contestId={contestId}
          contestantId={begun?.contestantId ?? null}
          name={facts.contestant}
          receiptCode={result.receiptCode}
        />
      )}
      <Actions>
        <ButtonLink to={contestId ? `/contests/${contestId}` : '/contests'}>{t.success.contest}</ButtonLink>
        <ButtonLink to="/contests" variant="outline">
          {t.success.browse}
        </ButtonLink>
      </Actions>
    </Status>
  );
}

const hourglass = <Hourglass className="size-14 text-yellow-text" />;

function Failure({
  message,
  unasked,
  onRetry,
  retrying,
  checkFailed,
  nothingTaken,
  again,
}: {
  message: string;
  /** Nothing is known of the payment. */
  unasked?: boolean;
  onRetry?: () => void;
  retrying?: boolean;
  checkFailed?: boolean;
  nothingTaken?: boolean;
  /** Whom the payment was for, and where one may vote again with what was typed; not offered when money was taken. */
  again?: { contestId: string; contestantId: string; name: string };
}) {
  return (
    <Status value="failure">
      {unasked ? (
        <Outcome as="h1" icon={hourglass} title={t.unasked.title} text={`${message} ${t.unasked.text}`} />
      ) : (
        <Outcome
          as="h1"
          icon={<CircleX className="size-14 text-red-text" />}
          title={t.failure.title}
          text={message}
        />
      )}
      {checkFailed && <p className="mt-2 text-center text-sm text-muted">{t.checkFailed}</p>}
      {nothingTaken && <p className="mt-2 text-center font-medium">{t.failure.nothingTaken}</p>}
      {again && (
        <ButtonLink
          to={`/contests/${again.contestId}?vote=${again.contestantId}`}
          className="mt-7 -mb-4 w-full"
          data-testid="vote-again"
        >
          {t.failure.again(again.name)}
        </ButtonLink>
      )}
      <Actions>
        {onRetry && (
          <Button onClick={onRetry} busy={retrying} variant={again ? 'outline' : 'gold'}>
            {t.failure.tryAgain}
          </Button>
        )}
        <ButtonLink to="/contests" variant="outline">
          {t.failure.back}
        </ButtonLink>
      </Actions>
    </Status>
  );
}

function Unknown({
  result,
  facts,
  onRetry,
  busy,
  checkFailed,
}: {
  result: VerificationResult;
  facts: ReactNode;
  onRetry: () => void;
  busy: boolean;
  checkFailed: boolean;
}) {
  // The page asks by itself every few seconds; only a press on the button turns its spinner.
  const [asked, setAsked] = useState(false);
  if (asked && !busy) setAsked(false);
  return (
    <Status value="unknown">
      <Outcome as="h1" icon={hourglass} title={t.unknown.title} text={t.unknown.text} />
      {facts}
      <p className="mt-4 text-center text-sm text-muted">
        {checkFailed && `${t.checkFailed} `}
        {t.unknown.checking}
      </p>
      <Actions>
        <Button
          busy={asked && busy}
          onClick={() => {
            setAsked(true);
            onRetry();
          }}
        >
          {t.unknown.again}
        </Button>
        <ButtonLink to="/contests" variant="outline">
          {t.unknown.back}
        </ButtonLink>
      </Actions>
      <details className="mt-6 text-sm">
        <summary className="flex min-h-touch cursor-pointer items-center text-muted">{t.unknown.raw}</summary>
        <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-4 font-mono text-xs">
          {JSON.stringify(result.raw, null, 2)}
        </pre>
      </details>
    </Status>
  );
}

function Status({ value, children }: { value: string; children: ReactNode }) {
  return (
    <div data-testid="verify-status" data-status={value} aria-live="polite">
      {children}
    </div>
  );
}

/** What is known of the payment. @property paid in words of the past */
function Known({
  reference,
  contestant,
  votes,
  amount,
  receiptCode,
  afterRefund,
  paid,
}: {
  afterRefund?: AfterRefund | null;
  reference?: string;
  receiptCode?: string | null;
  contestant: string | null;
  votes: number | null;
  amount: number | null;
  paid?: boolean;
}) {
  const facts: Fact[] = [
    [t.reference, reference],
    [t.receiptCode, receiptCode],
    [t.contestant, contestant],
    [paid ? t.votesCast : t.votes, votes === null ? null : votesText(votes, afterRefund)],
    [paid ? t.amountPaid : t.amount, amount === null ? null : formatCedis(amount)],
  ];
  return <Facts facts={facts} className="mt-6 rounded-md bg-sunken px-4 max-sm:text-sm" />;
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-7 flex flex-col justify-center gap-3 sm:flex-row">{children}</div>;
}
