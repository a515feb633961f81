import type { HostView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Building2, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { Drawer, useDrawer } from '@/components/admin/drawer';
import { List } from '@/components/admin/list';
import { Button } from '@/components/button';
import { SearchField } from '@/components/field';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { hostListQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useSearchText } from '@/lib/admin/use-search-text';
import { useDebounced } from '@/lib/use-debounced';
import { useTitle } from '@/lib/use-title';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHosts as t } from '@/texts/en/admin-hosts';
import { deleteHost } from './api';
import { HostCard } from './host-card';
import { hostDraftKey, HostForm } from './host-form';
import { HostsOverview } from './hosts-overview';

export function HostsPage() {
  const { role, superAdmin } = useAdmin();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useSearchText();
  const wanted = useDebounced(search).trim();
  const query = useQuery(hostListQuery(role, page, wanted));
  const drawer = useDrawer<HostView>(hostDraftKey());
  const [toDelete, setToDelete] = useState<HostView | null>(null);
  const title = superAdmin ? t.allTitle : t.myTitle;
  useTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={query.data ? t.total(query.data.pagination.total) : null}
        actions={
          <Button
            onClick={drawer.create}
            icon={<Plus aria-hidden className="size-5" />}
            data-testid="host-create"
          >
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
              <HostCard
                key={host.id}
                host={host}
                onEdit={() => drawer.edit(host)}
                onDelete={() => setToDelete(host)}
              />
            ))}
          </div>
        )}
      </List>
      <Drawer
        drawer={drawer}
        createTitle={t.form.createTitle}
        editTitle={t.form.editTitle}
        lead={t.form.lead}
      >
        {(host, close) => <HostForm host={host} onClose={close} />}
      </Drawer>
      <ConfirmAction
        subject={toDelete}
        texts={({ name }) => ({ ...t.confirmDelete, text: t.confirmDelete.text(name) })}
        run={deleteHost}
        onClose={() => setToDelete(null)}
      />
    </>
  );
}
