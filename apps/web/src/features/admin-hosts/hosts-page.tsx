import { useQuery } from '@tanstack/react-query';
import { Building2, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { useReopened } from '@/components/admin/ask';
import { List } from '@/components/admin/list';
import { Button } from '@/components/button';
import { SearchField } from '@/components/field';
import { Notice } from '@/components/notice';
import { hostListQuery } from '@/lib/admin/api';
import { useAdmin } from '@/lib/admin/use-admin';
import { useSearchText } from '@/lib/admin/use-search-text';
import { useDebounced } from '@/lib/use-debounced';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHosts as t } from '@/texts/en/admin-hosts';
import { HostCard } from './host-card';
import { hostDraftKey, openHostForm } from './host-form';
import { HostsOverview } from './hosts-overview';

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
          <Button
            onClick={() => openHostForm()}
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
              <HostCard key={host.id} host={host} />
            ))}
          </div>
        )}
      </List>
    </>
  );
}
