import { SETTLEMENT_STATUSES, type ContestView } from '@abato/contracts';
import type { ReactNode } from 'react';
import { optionsOf, SelectField, type Option } from '@/components/field';
import { adminForms as t } from '@/texts/en/admin-forms';
import { outcomeNames } from '@/texts/en/outcomes';

/** The row above a list: what it shows on the left, what can be done with it on the right. */
export function Toolbar({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {children}
      <div className="flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}

/** The filters of a list in one row, the first twice as wide as the others. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 sm:auto-cols-[minmax(0,1fr)] sm:grid-flow-col sm:grid-cols-[minmax(0,2fr)]">
      {children}
    </div>
  );
}

export function ContestSelect({
  contests,
  chosen,
  onContest,
}: {
  contests: ContestView[];
  chosen: string | undefined;
  onContest: (id: string) => void;
}) {
  return (
    <SelectField
      label={t.contest}
      value={chosen ?? ''}
      placeholder={t.selectContest}
      options={contests.map(({ id, title }): Option => [id, title])}
      onChange={(event) => onContest(event.target.value)}
      data-testid="contest-select"
    />
  );
}

/** Which of a contest's votes or payments. */
export function StatusSelect({ status, onStatus }: { status: string; onStatus: (status: string) => void }) {
  return (
    <SelectField
      label={t.status}
      value={status}
      blank={t.allStatuses}
      options={optionsOf(SETTLEMENT_STATUSES, outcomeNames)}
      onChange={(event) => onStatus(event.target.value)}
      data-testid="status-filter"
    />
  );
}
