import type { HostView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Building2, Mail, Pencil, Phone, Plus, SearchX, Trash2, Trophy, Wallet } from 'lucide-react';
import { useState } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { confirmAction, useReopened } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { List } from '@/components/admin/loaded';
import { ContestStrip, DecisionList, TodayPanel, useOverview } from '@/components/admin/overview';
import { OwnershipBadge } from '@/components/admin/ownership-badge';
import { Badge } from '@/components/badge';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { SearchField } from '@/components/field';
import { Notice } from '@/components/notice';
import { Picture } from '@/components/picture';
import { hostListQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useLoggedFailure } from '@/lib/admin/use-logged-failure';
import { useSearchText } from '@/lib/admin/use-search-text';
import { useDebounced } from '@/lib/use-debounced';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHosts as t } from '@/texts/en/admin-hosts';
import { adminMoney } from '@/texts/en/admin-money';
import { adminOverview as overviewTexts } from '@/texts/en/admin-overview';
import { deleteHost } from './api';
import { hostDraftKey, openHostForm } from './host-form';

export function HostsPage() {
  const { role, superAdmin } = useAdmin();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useSearchText();
  const wanted = useDebounced(search).trim();
  const query = useQuery(hostListQuery(role, page, wanted));
  useReopened(hostDraftKey(), openHostForm);
  return (
    <>
      <AdminHead
        title={superAdmin ? t.allTitle : t.myTitle}
        subtitle={query.data ? t.total(query.data.pagination.total) : null}
        actions={
          <Button onClick={() => openHostForm()} icon={Plus} data-testid="host-create">
            {t.add}
          </Button>
        }
      />
      {superAdmin ? <Notice tone="info" title={t.superAdminNotice} className="mb-6" /> : <HostsOverview />}
      <SearchField
        label={adminForms.search}
        placeholder={t.searchHint}
        className="mb-5 max-w-md"
        value={search}
        onSearch={(text) => {
          setPage(1);
          setSearch(text);
        }}
        data-testid="host-search"
      />
      <List
        query={query}
        empty={
          wanted
            ? { icon: SearchX, title: adminForms.noMatch, text: adminForms.noMatchHint }
            : { icon: Building2, title: t.empty, text: t.emptyHint }
        }
        onPage={setPage}
      >
        {(hosts) => (
          <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {hosts.map((host) => (
              <HostCard key={host.id} host={host} />
            ))}
          </div>
        )}
      </List>
    </>
  );
}

function HostCard({ host }: { host: HostView }) {
  const { id, superAdmin } = useAdmin();
  const own = host.userId === id;
  const remove = () =>
    confirmAction({
      ...t.confirmDelete,
      text: t.confirmDelete.text(host.name),
      run: () => deleteHost(host.id),
    });
  return (
    <Card className="flex flex-col p-4" data-testid={`host-${host.id}`}>
      <div className="flex items-start gap-4">
        <Picture
          path={host.logo}
          box={[48, 48]}
          name={host.name}
          className="size-12 shrink-0 rounded-md"
          initialClassName="text-2xl"
        />
        <div className="min-w-0">
          <h2 className="text-lg leading-snug">{host.name}</h2>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            {superAdmin && <OwnershipBadge own={own} ownText={t.own} />}
            {!host.isActive && <Badge tone="yellow">{t.inactive}</Badge>}
          </div>
        </div>
      </div>
      <p className="mt-2.5 line-clamp-2 text-sm text-muted">{host.description}</p>
      <ul className="mt-2.5 mb-3.5 grid gap-1 text-sm">
        <li className="flex min-w-0 items-center gap-2.5">
          <Mail aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="truncate">{host.email}</span>
        </li>
        <li className="flex items-center gap-2.5">
          <Phone aria-hidden className="size-4 shrink-0 text-muted" />
          {host.phone}
        </li>
        <li className="flex items-center gap-2.5">
          <Trophy aria-hidden className="size-4 shrink-0 text-muted" />
          {t.contests(host._count.contests)}
        </li>
        {superAdmin && host.user && (
          <li className="text-muted">{t.owner(`${host.user.firstName} ${host.user.lastName}`)}</li>
        )}
      </ul>
      <div className="mt-auto grid grid-cols-2 gap-3">
        <ButtonLink
          to={`/admin/hosts/${host.id}/money`}
          variant="outline"
          size="sm"
          className="col-span-2"
          aria-label={adminMoney.openOf(host.name)}
          icon={Wallet}
          data-testid={`money-${host.id}`}
        >
          {adminMoney.open}
        </ButtonLink>
        <GuardedButton
          variant="outline"
          size="sm"
          aria-label={t.edit(host.name)}
          icon={Pencil}
          refusal={own ? undefined : t.editRefused}
          onClick={() => openHostForm(host)}
          data-testid={`edit-host-${host.id}`}
        >
          {adminForms.edit}
        </GuardedButton>
        <GuardedButton
          variant="outline"
          size="sm"
          aria-label={t.delete(host.name)}
          className={own ? 'text-red-text' : undefined}
          icon={Trash2}
          refusal={own ? undefined : t.deleteRefused}
          onClick={remove}
          data-testid={`delete-host-${host.id}`}
        >
          {adminForms.delete}
        </GuardedButton>
      </div>
    </Card>
  );
}

const MOST_CONTESTS = 4;

/** Above an organiser's hosts: how the contests go and what waits. Nothing for an organiser without a contest, or when it cannot be read. */
function HostsOverview() {
  const { data, error, isPending } = useOverview();
  useLoggedFailure(overviewTexts.failed, error);
  if (isPending) return <div aria-hidden className="skeleton mb-10 h-dvh rounded-xl" />;
  if (!data || data.totalContests === 0) return null;
  return (
    <section
      aria-label={overviewTexts.label}
      className="mb-10 grid grid-cols-1 gap-5"
      data-testid="hosts-overview"
    >
      <TodayPanel overview={data} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <ContestStrip title={overviewTexts.contests.title} overview={data} most={MOST_CONTESTS} />
        <div className="max-xl:order-first">
          <DecisionList title={overviewTexts.decisions.title} decisions={data.decisions} />
        </div>
      </div>
    </section>
  );
}
