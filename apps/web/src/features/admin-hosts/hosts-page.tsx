import type { HostView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '@/components/admin/loaded';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { hostListQuery } from '@/lib/admin/host-list';
import { useAdmin } from '@/lib/admin/use-admin';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { hasDraft } from '@/lib/form-drafts';
import { useTitle } from '@/lib/use-title';
import { adminHosts as t } from '@/texts/en/admin-hosts';
import { deleteHost } from './delete-host';
import { HostCard } from './host-card';
import { hostDraftKey, HostForm } from './host-form';

export function HostsPage() {
  const { role, superAdmin } = useAdmin();
  const [page, setPage] = useState(1);
  const query = useQuery(hostListQuery(role, page));
  const [form, setForm] = useState<HostView | 'new' | null>(() =>
    hasDraft(hostDraftKey(undefined)) ? 'new' : null,
  );
  const [doomed, setDoomed] = useState<HostView | null>(null);
  const remove = useAdminAction({
    run: (host: HostView) => deleteHost(host.id),
    success: t.confirmDelete.done,
  });
  useTitle(superAdmin ? t.allTitle : t.myTitle);
  const add = (
    <Button
      onClick={() => setForm('new')}
      icon={<Plus aria-hidden className="size-5" />}
      data-testid="host-create"
    >
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={superAdmin ? t.allTitle : t.myTitle}
        subtitle={query.data && t.total(query.data.pagination.total)}
        actions={add}
      />
      {superAdmin && <Notice tone="info" title={t.superAdminNotice} className="mb-6" />}
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState icon={<Building2 className="size-8" />} title={t.empty} text={t.emptyHint} />
          ) : (
            <>
              <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
                {data.map((host) => (
                  <HostCard
                    key={host.id}
                    host={host}
                    onEdit={() => setForm(host)}
                    onDelete={() => setDoomed(host)}
                  />
                ))}
              </div>
              <Pagination pagination={pagination} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      <Dialog
        open={form !== null}
        onOpenChange={(open) => !open && setForm(null)}
        title={form === 'new' ? t.form.createTitle : t.form.editTitle}
        description={t.form.lead}
      >
        <HostForm host={form === 'new' ? undefined : (form ?? undefined)} onClose={() => setForm(null)} />
      </Dialog>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={t.confirmDelete.title}
        text={t.confirmDelete.text(doomed?.name ?? '')}
        confirm={t.confirmDelete.confirm}
        danger
        onConfirm={() => (doomed ? remove.mutateAsync(doomed).catch(() => undefined) : undefined)}
      />
    </>
  );
}
