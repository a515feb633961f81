import { CONTEST_STATUSES, type ContestStatus, type HostView } from '@abato/contracts';
import { Filters } from '@/components/admin/toolbar';
import { Button } from '@/components/button';
import { optionsOf, SearchField, SelectField, type Option } from '@/components/field';
import { NO_CONTEST_FILTERS, type ContestFilters } from '@/lib/admin/api';
import { adminContests } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { statusNames } from '@/texts/en/common';

/** Which of the contests. Hosts are offered from two on. */
export function ContestFilterBar({
  hosts,
  filters,
  onChange,
}: {
  hosts: readonly HostView[];
  filters: ContestFilters;
  onChange: (filters: ContestFilters) => void;
}) {
  const t = adminContests.filters;
  const isFiltered = Boolean(filters.search || filters.status || filters.hostId);
  return (
    <div className="mb-5 grid gap-3">
      <Filters>
        <SearchField
          label={adminForms.search}
          placeholder={t.searchHint}
          value={filters.search}
          onSearch={(search) => onChange({ ...filters, search })}
          data-testid="contest-search"
        />
        <SelectField
          label={adminForms.status}
          value={filters.status}
          blank={adminForms.allStatuses}
          options={optionsOf(CONTEST_STATUSES, statusNames)}
          onChange={(event) => onChange({ ...filters, status: event.target.value as ContestStatus | '' })}
          data-testid="contest-status-filter"
        />
        {hosts.length > 1 && (
          <SelectField
            label={t.host}
            value={filters.hostId}
            blank={t.allHosts}
            options={hosts.map(({ id, name }): Option => [id, name])}
            onChange={(event) => onChange({ ...filters, hostId: event.target.value })}
            data-testid="contest-host-filter"
          />
        )}
      </Filters>
      {isFiltered && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange(NO_CONTEST_FILTERS)}
          data-testid="clear-filters"
        >
          {adminForms.clear}
        </Button>
      )}
    </div>
  );
}
