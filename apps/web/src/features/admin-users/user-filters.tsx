import { APPROVAL_STATUSES, type ApprovalStatus, type Role } from '@abato/contracts';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { optionsOf, SearchField, SelectField } from '@/components/field';
import { adminUsers } from '@/texts/en/admin-users';
import { outcomeNames } from '@/texts/en/outcomes';
import { roleNames } from '@/texts/en/roles';
import type { UserFilters } from './api';

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
      <SearchField
        label={t.search}
        placeholder={t.searchPlaceholder}
        value={filters.search}
        onSearch={(search) => onChange({ ...filters, search })}
        data-testid="user-search"
      />
      <SelectField
        label={t.approval}
        value={filters.approvalStatus}
        blank={t.all}
        options={optionsOf(APPROVAL_STATUSES, outcomeNames)}
        onChange={(event) =>
          onChange({ ...filters, approvalStatus: event.target.value as ApprovalStatus | '' })
        }
        data-testid="user-approval-filter"
      />
      <SelectField
        label={t.role}
        value={filters.role}
        blank={t.all}
        options={optionsOf(FILTER_ROLES, roleNames)}
        onChange={(event) => onChange({ ...filters, role: event.target.value as Role | '' })}
        data-testid="user-role-filter"
      />
      <Button variant="outline" onClick={onClear} data-testid="clear-filters">
        {t.clear}
      </Button>
    </Card>
  );
}
