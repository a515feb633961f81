import type { HostView } from '@abato/contracts';
import { Mail, Pencil, Phone, Trash2, Trophy, Wallet } from 'lucide-react';
import { confirmAction } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { OwnershipBadge } from '@/components/admin/ownership-badge';
import { Badge } from '@/components/badge';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Picture } from '@/components/picture';
import { useAdmin } from '@/lib/admin/use-admin';
import { adminForms } from '@/texts/en/admin-forms';
import { adminMoney } from '@/texts/en/admin-money';
import { adminHosts as t } from '@/texts/en/admin-hosts';
import { deleteHost } from './api';
import { openHostForm } from './host-form';

export function HostCard({ host }: { host: HostView }) {
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
          alt=""
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
          icon={<Wallet aria-hidden className="size-4" />}
          data-testid={`money-${host.id}`}
        >
          {adminMoney.open}
        </ButtonLink>
        <GuardedButton
          variant="outline"
          size="sm"
          aria-label={t.edit(host.name)}
          icon={<Pencil aria-hidden className="size-4" />}
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
          icon={<Trash2 aria-hidden className="size-4" />}
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
