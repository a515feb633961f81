import '@/styles/all.css';
import { findVoteRules, type FoundVote } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Badge } from '@/components/badge';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Decisions } from '@/components/decisions';
import { type Fact, Facts } from '@/components/facts';
import { TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { ReceiptLink } from '@/components/receipt-link';
import { votesText } from '@/lib/after-refund';
import { useRulesForm } from '@/lib/form';
import { formatCedis, formatDateTime } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useTitle } from '@/lib/use-title';
import { findVoteTexts as t } from '@/texts/en/find-vote';
import { appealVote, findVote } from './api';

/** For a voter who paid and lost the page: was it counted? */
export function FindVotePage() {
  useTitle(t.pageTitle);
  // The number is never part of an address.
  const [params] = useSearchParams();
  const form = useRulesForm<{ phone: string; reference: string }>({
    rules: findVoteRules,
    defaultValues: { phone: '', reference: params.get('reference') ?? '' },
  });
  const search = useMutation({ mutationFn: findVote, onError: form.showFailure });
  const appeal = useMutation({ mutationFn: appealVote, onError: (error) => toast.error(error.message) });
  const submit = form.handleSubmit((values) => {
    search.reset();
    appeal.reset();
    search.mutate(values);
  });
  const asked = search.variables;
  const found = appeal.data ?? search.data;
  return (
    <div className="page-width flex justify-center pt-8 sm:pt-14">
      <div className="w-full max-w-xl">
        <h1 className="text-3xl font-extrabold">{t.title}</h1>
        <p className="mt-3 text-muted">{t.lead}</p>
        <Card className="mt-7 p-5 sm:p-7">
          <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
            <TextField label={t.phone} type="tel" autoComplete="tel" {...form.field('phone')} />
            <TextField
              label={t.reference}
              hint={t.referenceHint}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...form.field('reference')}
            />
            <Button type="submit" className="w-full" busy={search.isPending} icon={Search}>
              {t.submit}
            </Button>
          </form>
        </Card>
        <div aria-live="polite">
          {found && asked && (
            <Result vote={found} appealing={appeal.isPending} onAppeal={() => appeal.mutate(asked)} />
          )}
        </div>
      </div>
    </div>
  );
}

const outcome = {
  COMPLETED: ['green', t.counted],
  PENDING: ['yellow', t.waiting],
  FAILED: ['red', t.notCounted],
} as const;

function Result({ vote, ...appeal }: { vote: FoundVote } & Appeal) {
  const [tone, counted] = outcome[vote.status];
  const text = vote.held && vote.status === 'PENDING' ? t.held : counted;
  const facts: Fact[] = [
    [t.contest, vote.contest.title],
    [t.contestant, `${vote.contestant.name} (${vote.category.name})`],
    [t.votes, votesText(vote.voteCount, vote.afterRefund)],
    [t.amount, vote.amount > 0 ? formatCedis(vote.amount) : null],
    [t.date, formatDateTime(vote.createdAt)],
    [t.reference, vote.reference],
    [t.receiptCode, vote.receiptCode],
  ];
  return (
    <Card className="mt-5 animate-rise p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t.found}</h2>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {(vote.held || vote.undone) && <Why vote={vote} {...appeal} />}
      <Decisions decisions={vote.decisions ?? []} texts={t} className="mt-4" />
      <Facts facts={facts} className="mt-4" />
      {vote.receiptCode && (
        <div className="mt-2 border-t border-dashed border-line pt-2">
          <ReceiptLink code={vote.receiptCode} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={`/contests/${vote.contestId}`} variant="outline" size="sm">
          {t.toContest}
        </ButtonLink>
        {vote.status === 'PENDING' && vote.reference && (
          <ButtonLink to={`/payment/verify?reference=${encodeURIComponent(vote.reference)}`} size="sm">
            {t.recheck}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

interface Appeal {
  appealing: boolean;
  onAppeal: () => void;
}

/** Why a free vote does not count, and the one request to look at it again. */
function Why({ vote: { held, undone }, appealing, onAppeal }: { vote: FoundVote } & Appeal) {
  return (
    <Notice tone={undone ? 'error' : 'warning'} className="mt-4">
      <p>{undone ? t.undone[undone] : t.heldText}</p>
      {held && <p className="mt-1">{t.reasons[held.reason]}</p>}
      {held?.appealedAt && <p className="mt-1">{t.appealed(formatDateTime(held.appealedAt))}</p>}
      {held?.appealable && (
        <>
          <p className="mt-1">{t.appealHint}</p>
          <Button className="mt-3" variant="outline" size="sm" busy={appealing} onClick={onAppeal}>
            {t.appeal}
          </Button>
        </>
      )}
    </Notice>
  );
}
