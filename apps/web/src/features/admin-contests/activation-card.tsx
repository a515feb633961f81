import type { CategoryView, ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleAlert, CircleCheck, CircleDashed, Rocket, Wallet } from 'lucide-react';
import { GuardedButton } from '@/components/admin/guarded-button';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { accountQuery, contestProposalQuery, electorateQuery } from '@/lib/admin/api';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { serverNow } from '@/lib/server-time';
import { adminContest } from '@/texts/en/admin-contests';
import { setContestStatus } from './api';
import { activationChecklist, type ChecklistItem } from './checklist';

/** While the contest is a draft: what is still missing, and the button that makes it public. */
export function ActivationCard({
  contest,
  categories,
}: {
  contest: ContestView;
  categories: CategoryView[];
}) {
  const t = adminContest.checklist;
  const isPaid = contest.votePrice > 0;
  const account = useQuery({ ...accountQuery(contest.hostId), enabled: isPaid });
  const proposal = useQuery({ ...contestProposalQuery, enabled: contest.verification === 'PHONE' });
  const electorate = useQuery({
    ...electorateQuery(contest.id),
    enabled: contest.verification === 'ELECTORATE',
  });
  const items = activationChecklist(contest, categories, serverNow(), {
    canSendCodes: proposal.data?.canSendCodes,
    electors: electorate.data && electorate.data.phones + electorate.data.codes,
    account: isPaid ? account.data : undefined,
  });
  const ready = items.every(({ done, required }) => done || !required);
  const activate = useAdminAction({
    run: () => setContestStatus(contest.id, 'ACTIVE'),
    success: adminContest.actions.activated,
  });
  return (
    <Card className="border-gold-text/40 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 grow basis-64">
          <h2 className="text-xl">{t.title}</h2>
          <p className="mt-1 text-sm text-muted">{t.lead}</p>
        </div>
        <GuardedButton
          refusal={ready ? undefined : t.notReady}
          busy={activate.isPending}
          icon={Rocket}
          onClick={() => activate.mutate()}
          data-testid="activate-contest"
        >
          {adminContest.actions.activate}
        </GuardedButton>
      </div>
      <ul className="mt-5 grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {items.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
      {isPaid && (
        <ButtonLink
          to={`/admin/hosts/${contest.hostId}/money`}
          variant="outline"
          size="sm"
          className="mt-5"
          icon={Wallet}
          data-testid="host-money"
        >
          {t.money}
        </ButtonLink>
      )}
    </Card>
  );
}

function Item({ item: { done, required, text } }: { item: ChecklistItem }) {
  const t = adminContest.checklist;
  const Icon = done ? CircleCheck : required ? CircleAlert : CircleDashed;
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <Icon
        aria-hidden
        className={clsx(
          'mt-px size-5 shrink-0',
          done ? 'text-green-text' : required ? 'text-red-text' : 'text-muted',
        )}
      />
      <span>
        <span className="sr-only">{done ? t.done : required ? t.missing : ''} </span>
        {!done && !required && <span className="text-muted">{t.advice} </span>}
        {text}
      </span>
    </li>
  );
}
