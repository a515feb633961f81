import { HELD_STATES, HOLD_REASONS, type ContestView } from '@abato/contracts';
import { SelectField } from '@/components/field';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHeld as t } from '@/texts/en/admin-held';

/** Which contest, what became of the votes, and why they were held. */
export function HeldFilter({
  contests,
  chosen,
  state,
  reason,
  onChange,
}: {
  contests: ContestView[];
  chosen: string;
  state: string;
  reason: string;
  onChange: (name: 'contest' | 'state' | 'reason', value: string) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <SelectField
        label={adminForms.contest}
        value={chosen}
        onChange={(event) => onChange('contest', event.target.value)}
      >
        {contests.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.filter.state}
        value={state}
        onChange={(event) => onChange('state', event.target.value)}
        data-testid="held-state"
      >
        {HELD_STATES.map((name) => (
          <option key={name} value={name}>
            {t.states[name]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.filter.reason}
        value={reason}
        onChange={(event) => onChange('reason', event.target.value)}
        data-testid="held-reason"
      >
        <option value="">{t.filter.everyReason}</option>
        {HOLD_REASONS.map((name) => (
          <option key={name} value={name}>
            {t.reasons[name]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
