import {
  type ContestView,
  QUARANTINE_CHANNELS,
  type QuarantinePreview,
  quarantineRules,
  type QuarantineSelection,
  quarantineSelectionRules,
} from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { AdminHead, BackLink } from '@/components/admin/admin-head';
import { askReason } from '@/components/admin/ask';
import { Loaded } from '@/components/admin/loaded';
import { Table } from '@/components/admin/table';
import { ContestSelect, Filters } from '@/components/admin/toolbar';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { optionsOf, SelectField, TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { EmptyState } from '@/components/empty-state';
import { useAdmin } from '@/lib/admin/use-admin';
import { useChosenContest } from '@/lib/admin/use-chosen-contest';
import { useRulesForm } from '@/lib/form';
import { formatCount, formatPercent } from '@/lib/format';
import { serverNow } from '@/lib/server-time';
import { adminVotes } from '@/texts/en/admin-figures';
import { adminQuarantine as t } from '@/texts/en/admin-quarantine';
import { askQuarantine, previewQuarantine } from './api';
import { QuarantineList } from './quarantine-list';

/** Counted free votes that the organiser takes out of the count: which, what would change, and what was taken out before. */
export function QuarantinePage() {
  const { contests, list, chosen, page, choose } = useChosenContest();
  return (
    <>
      <BackLink to={chosen ? `/admin/votes?contest=${chosen.id}` : '/admin/votes'}>{t.back}</BackLink>
      <AdminHead title={t.title} tab={t.open} subtitle={t.subtitle} />
      <Loaded query={contests}>
        {() =>
          chosen ? (
            <div className="grid grid-cols-1 gap-6">
              <Filters>
                <ContestSelect contests={list} chosen={chosen.id} onContest={(id) => choose('contest', id)} />
              </Filters>
              <OfContest
                key={chosen.id}
                contest={chosen}
                page={page}
                onPage={(next) => choose('page', String(next))}
              />
            </div>
          ) : (
            <EmptyState icon={ShieldCheck} title={adminVotes.noContests} text={adminVotes.noContestsHint} />
          )
        }
      </Loaded>
    </>
  );
}

function OfContest({
  contest,
  page,
  onPage,
}: {
  contest: ContestView;
  page: number;
  onPage: (page: number) => void;
}) {
  const { id } = useAdmin();
  if (contest.verification === 'ELECTORATE') return <Notice tone="info">{t.election}</Notice>;
  return (
    <>
      {contest.userId === id && contest.status !== 'ENDED' && <QuarantineForm contest={contest} />}
      <QuarantineList contest={contest} page={page} onPage={onPage} />
    </>
  );
}

const HOUR_MS = 3_600_000;
/** What `<input type="datetime-local">` holds, in Ghana time (UTC). */
const localTime = (at: number): string => new Date(at).toISOString().slice(0, 16);

interface Previewed {
  of: QuarantineSelection;
  preview: QuarantinePreview;
}

/** Chooses votes, shows what would change without them, and takes them out. */
function QuarantineForm({ contest }: { contest: ContestView }) {
  const [shown, setShown] = useState<Previewed | null>(null);
  // Kept while the preview changes: an option that vanished would leave its value in the form, unseen.
  const [known, setKnown] = useState<Pick<QuarantinePreview, 'nominees' | 'networks'> | null>(null);
  const form = useRulesForm<Record<keyof typeof quarantineSelectionRules, string>>({
    rules: quarantineSelectionRules,
    defaultValues: {
      from: localTime(serverNow() - HOUR_MS),
      to: localTime(serverNow() + 60_000),
      contestantId: '',
      tokenYoungerThanMinutes: '',
      networkGroup: '',
      channel: '',
    },
  });
  const asking = useMutation({
    mutationFn: async (of: QuarantineSelection) => ({ of, preview: await previewQuarantine(contest.id, of) }),
    onSuccess: (found) => {
      const { nominees, networks } = found.preview;
      setShown(found);
      setKnown({ nominees, networks: found.of.networkGroup && known ? known.networks : networks });
    },
    onError: form.showFailure,
  });
  const preview = form.handleSubmit((values) => {
    asking.mutate(values as unknown as QuarantineSelection);
  });
  const take = ({ of, preview: { votes, needsSecondPerson } }: Previewed) =>
    askReason({
      title: t.taking.title(votes),
      text: needsSecondPerson ? `${t.taking.text} ${t.second}` : t.taking.text,
      field: t.taking.reason,
      hint: t.taking.reasonHint,
      confirm: t.taking.submit,
      rules: { reason: quarantineRules.reason },
      run: (reason) => askQuarantine(contest.id, { ...of, reason }),
      done: (_, done) => (done.state === 'APPLIED' ? t.done.APPLIED(done.votes) : t.done.WAITING),
      onDone: () => setShown(null),
      testId: 'quarantine',
    });
  const choice = known ? {} : { disabled: true, hint: t.afterLook };
  return (
    <>
      <Card className="grid gap-5 p-5 sm:p-7">
        <h2 className="text-xl">{t.choose}</h2>
        <form noValidate onSubmit={(event) => void preview(event)} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label={t.from} hint={t.timeHint} type="datetime-local" {...form.field('from')} />
            <TextField label={t.to} hint={t.timeHint} type="datetime-local" {...form.field('to')} />
            <SelectField
              label={t.nominee}
              blank={t.everyNominee}
              {...choice}
              options={(known?.nominees ?? []).map(({ contestantId, name }) => [contestantId, name])}
              {...form.field('contestantId')}
            />
            <SelectField
              label={t.network}
              blank={t.everyNetwork}
              {...choice}
              options={(known?.networks ?? []).map(({ networkGroup }) => [
                networkGroup,
                t.networks.label(networkGroup),
              ])}
              {...form.field('networkGroup')}
            />
            <SelectField
              label={t.channel}
              blank={t.everyChannel}
              options={optionsOf(QUARANTINE_CHANNELS, t.channels)}
              {...form.field('channel')}
            />
            <TextField
              label={t.token}
              hint={t.tokenHint}
              type="number"
              inputMode="numeric"
              {...form.field('tokenYoungerThanMinutes')}
            />
          </div>
          <Button
            type="submit"
            variant="outline"
            busy={asking.isPending}
            className="justify-self-start"
            data-testid="quarantine-preview"
          >
            {t.preview}
          </Button>
        </form>
      </Card>
      {shown && (
        <Preview
          preview={shown.preview}
          ofOneNetwork={Boolean(shown.of.networkGroup)}
          onNetwork={(group) => {
            form.setValue('networkGroup', group);
            void preview();
          }}
          onTake={() => take(shown)}
        />
      )}
    </>
  );
}

function Preview({
  preview,
  ofOneNetwork,
  onNetwork,
  onTake,
}: {
  preview: QuarantinePreview;
  ofOneNetwork: boolean;
  onNetwork: (group: string) => void;
  onTake: () => void;
}) {
  if (!preview.casts) return <p role="status">{t.nothing}</p>;
  const { networks, networkCount } = preview;
  return (
    <section aria-labelledby="would-change" className="grid grid-cols-1 gap-5">
      <div>
        <h2 id="would-change" className="mb-1 text-xl">
          {t.wouldChange}
        </h2>
        <p role="status" className="font-semibold" data-testid="quarantine-chosen">
          {t.chosen(preview, formatPercent(preview.share * 100))}
        </p>
      </div>
      <Table
        caption={t.table.caption}
        columns={[
          { name: t.table.nominee, cell: ({ name }) => name },
          { name: t.table.chosen, figure: true, cell: ({ chosen }) => formatCount(chosen) },
          {
            name: t.table.before,
            figure: true,
            cell: ({ rankBefore, votesBefore }) => t.table.rank(rankBefore, votesBefore),
          },
          {
            name: t.table.after,
            figure: true,
            cell: ({ rankAfter, votesAfter }) => t.table.rank(rankAfter, votesAfter),
          },
        ]}
        rows={preview.nominees.filter((one) => one.chosen > 0 || one.rankBefore !== one.rankAfter)}
        rowKey={({ contestantId }) => contestantId}
      />
      {networks.length > 0 && !ofOneNetwork && (
        <section>
          <h3 className="mb-2 text-lg">{t.networks.title}</h3>
          <p className="mb-3 text-sm text-muted">{t.networks.hint}</p>
          <Table
            caption={t.networks.caption}
            columns={[
              { name: t.networks.name, cell: ({ networkGroup }) => t.networks.label(networkGroup) },
              { name: t.networks.votes, figure: true, cell: ({ votes }) => formatCount(votes) },
              { name: t.networks.voters, figure: true, cell: ({ voters }) => formatCount(voters) },
              {
                name: t.list.actions,
                cell: ({ networkGroup }) => (
                  <Button variant="outline" size="sm" onClick={() => onNetwork(networkGroup)}>
                    {t.networks.only}
                  </Button>
                ),
              },
            ]}
            rows={networks}
            rowKey={({ networkGroup }) => networkGroup}
          />
          {networkCount > networks.length && (
            <p className="mt-2 text-sm text-muted">{t.networks.more(networks.length, networkCount)}</p>
          )}
        </section>
      )}
      {preview.needsSecondPerson && <Notice tone="warning">{t.second}</Notice>}
      <Button className="justify-self-start" onClick={onTake} data-testid="quarantine-take">
        {t.take}
      </Button>
    </section>
  );
}
