import { APPROVAL_STATUSES, CONTEST_STATUSES, SETTLEMENT_STATUSES } from '@abato/contracts';
import { Plus, Trash2, Vote } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar } from '@/components/avatar';
import { Badge, ContestStateBadge } from '@/components/badge';
import { MethodBadge } from '@/components/method-badge';
import { OutcomeBadge } from '@/components/outcome-badge';
import { Button, ButtonLink, IconButton } from '@/components/button';
import { Card, StatCard } from '@/components/card';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { ErrorBox } from '@/components/error-box';
import { Notice } from '@/components/notice';
import { Pagination } from '@/components/pagination';
import { Picture } from '@/components/picture';
import { RollingNumber } from '@/components/rolling-number';
import { Spinner } from '@/components/spinner';
import { Table } from '@/components/admin/table';
import { toast } from '@/lib/toast';
import { useTitle } from '@/lib/use-title';
import { Fields } from './fields';
import '@/styles/all.css';

/** Every component in every state, for those who build the app. No page leads here. */
export function ComponentsPage() {
  useTitle('Components');
  return (
    <div className="page-width space-y-10 pt-8 pb-12">
      <h1 className="text-4xl font-extrabold">Components</h1>
      <Buttons />
      <Group title="Badges">
        {(['gray', 'green', 'yellow', 'red', 'blue', 'purple', 'gold'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {CONTEST_STATUSES.map((status) => (
          <ContestStateBadge key={status} status={status} />
        ))}
        {[...new Set([...SETTLEMENT_STATUSES, ...APPROVAL_STATUSES])].map((status) => (
          <OutcomeBadge key={status} status={status} />
        ))}
        <MethodBadge method="PAYSTACK" />
        <MethodBadge method="MANUAL" />
      </Group>
      <Group title="Spinners">
        <Spinner size="small" caption="Small" />
        <Spinner size="medium" caption="Medium" />
        <Spinner size="large" caption="Large" />
      </Group>
      <Group title="Notices" stacked>
        {(['success', 'error', 'warning', 'info'] as const).map((tone) => (
          <Notice key={tone} tone={tone} title={`A ${tone} notice`}>
            It stays as long as it is true.
          </Notice>
        ))}
      </Group>
      <Fields />
      <Group title="People and pictures">
        <Avatar user={{ firstName: 'Ama', lastName: 'Mensah' }} />
        {['Adwoa', 'Kofi', 'Esi', 'Yaw'].map((name) => (
          <Picture
            key={name}
            path={null}
            alt=""
            name={name}
            box={[112, 112]}
            className="size-28 rounded-lg"
          />
        ))}
      </Group>
      <Figures />
      <Group title="Empty, failed, listed" stacked>
        <Card>
          <EmptyState
            headingLevel="h3"
            title="Nothing here"
            text="And what to do about it."
            action={<Button>Do it</Button>}
          />
        </Card>
        <ErrorBox error={new Error('What went wrong, in words fit to show.')} onRetry={() => undefined} />
        <ErrorBox error={new Error('Trying once more.')} onRetry={() => undefined} retrying />
        <Table
          caption="Votes by contestant"
          columns={[
            { name: 'Contestant', cell: ([name]) => name },
            { name: 'Votes', figure: true, cell: ([, votes]) => votes },
          ]}
          rows={[['Adwoa', '1,204']]}
          rowKey={([name = '']) => name}
        />
      </Group>
      <Overlays />
    </div>
  );
}

/** One kind of component with its states. */
function Group({ title, stacked, children }: { title: string; stacked?: boolean; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-2xl">{title}</h2>
      <div className={stacked ? 'grid gap-4' : 'flex flex-wrap items-center gap-4'}>{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <Group title="Buttons">
      {(['gold', 'ink', 'outline', 'ghost', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button size="sm">Small</Button>
      <Button size="lg">Large</Button>
      <Button icon={<Plus aria-hidden className="size-5" />}>With icon</Button>
      <Button busy>Busy</Button>
      <Button disabled>Disabled</Button>
      <ButtonLink to="/dev/components" variant="outline">
        A link
      </ButtonLink>
      <IconButton label="Delete">
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
    </Group>
  );
}

function Figures() {
  const [value, setValue] = useState(998);
  const [page, setPage] = useState(2);
  return (
    <Group title="Figures" stacked>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <StatCard
          label="Total votes"
          value={<RollingNumber value={value} />}
          note="Moves live"
          icon={<Vote aria-hidden className="size-5" />}
        />
        <StatCard label="Revenue" value="GHS 4,000,000.00" />
        <StatCard label="Waiting" value="–" />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={() => setValue(value + 7)}>
          Seven more
        </Button>
      </div>
      <Pagination pagination={{ page, pageSize: 20, total: 90, totalPages: 5 }} onPage={setPage} />
    </Group>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Group title="Toasts and dialogs">
      {(['success', 'error', 'warning', 'info'] as const).map((kind) => (
        <Button key={kind} variant="outline" onClick={() => toast[kind](`A toast of the kind ${kind}`)}>
          {`Toast: ${kind}`}
        </Button>
      ))}
      <Button variant="outline" onClick={() => toast.info('Stays until closed', 0)}>
        Toast that stays
      </Button>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button variant="danger" onClick={() => setOpen('confirm')}>
        Confirmation
      </Button>
      <Dialog open={open === 'dialog'} onOpenChange={close} title="A dialog" description="What it is about">
        <p>A sheet from the bottom on phones, in the middle elsewhere.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete this?"
        text="This cannot be undone."
        confirm="Delete"
        danger
        onConfirm={close}
      />
    </Group>
  );
}
