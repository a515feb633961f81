import { APPROVAL_STATUSES, type ApprovalStatus, type Role } from '@abato/contracts';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { SelectField, TextField } from '@/components/field';
import { roleNames, statusNames } from '@/texts/en/common';
import { adminUsers } from '@/texts/en/admin-users';
import type { UserFilters } from './user-calls';

const FILTER_ROLES = ['SUPER_ADMIN', 'COMPANY_ADMIN'] as const;

export function UserFilterBar({
  filters,
  onChange,
  onClear,
}: {
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
  onClear: () => void;
}) {
  const t = adminUsers.filters;
  return (
    <Card className="grid items-end gap-4 p-5 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <TextField
        label={t.search}
        type="search"
        placeholder={t.searchPlaceholder}
        value={filters.search}
        onChange={(event) => onChange({ ...filters, search: event.target.value })}
        data-testid="user-search"
      />
      <SelectField
        label={t.approval}
        value={filters.approvalStatus}
        onChange={(event) =>
          onChange({ ...filters, approvalStatus: event.target.value as ApprovalStatus | '' })
        }
        data-testid="user-approval-filter"
      >
        <option value="">{t.all}</option>
        {APPROVAL_STATUSES.map((status) => (
          <option key={status} value={status}>
            {statusNames[status]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.role}
        value={filters.role}
        onChange={(event) => onChange({ ...filters, role: event.target.value as Role | '' })}
        data-testid="user-role-filter"
      >
        <option value="">{t.all}</option>
        {FILTER_ROLES.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </SelectField>
      <Button variant="outline" onClick={onClear} data-testid="clear-filters">
        {t.clear}
      </Button>
    </Card>
  );
}
