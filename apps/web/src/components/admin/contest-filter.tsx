import { SETTLEMENT_STATUSES, type ContestView } from '@abato/contracts';
import { SelectField } from '@/components/field';
import { adminForms as t } from '@/texts/en/admin-forms';
import { statusNames } from '@/texts/en/common';

/** Which contest, and which of its votes or payments. */
export function ContestFilter({
  contests,
  chosen,
  status,
  onContest,
  onStatus,
}: {
  contests: ContestView[];
  chosen: string | undefined;
  status: string;
  onContest: (id: string) => void;
  onStatus: (status: string) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <SelectField
        label={t.contest}
        value={chosen ?? ''}
        onChange={(event) => onContest(event.target.value)}
        data-testid="contest-select"
      >
        <option value="" disabled>
          {t.selectContest}
        </option>
        {contests.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.status}
        value={status}
        onChange={(event) => onStatus(event.target.value)}
        data-testid="status-filter"
      >
        <option value="">{t.allStatuses}</option>
        {SETTLEMENT_STATUSES.map((name) => (
          <option key={name} value={name}>
            {statusNames[name]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
