import { CHALLENGE_MODES } from '@abato/contracts';
import { SelectField, TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';
import type { ContestInput } from './save-contest';

type Field = RulesForm<ContestInput>['field'];
const whole = { type: 'number', step: '1', min: '1', inputMode: 'numeric' } as const;

/** What keeps free votes fair: limits, and when a person check is asked for. */
export function FreeVoteRules({ field }: { field: Field }) {
  const t = adminContests.form.fairness;
  return (
    <fieldset className="grid gap-5 rounded-lg border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 text-sm font-semibold">{t.title}</legend>
      <TextField label={t.perPhone} hint={t.perPhoneHint} {...whole} {...field('freeVotesPerHour')} />
      <TextField label={t.perDevice} hint={t.perDeviceHint} {...whole} {...field('freeVotesPerDevice')} />
      <SelectField
        label={t.challenge}
        hint={t.challengeHint}
        className="sm:col-span-2"
        {...field('challenge')}
      >
        {CHALLENGE_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {t.challengeModes[mode]}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}

export function RetentionField({ field }: { field: ReturnType<Field> }) {
  const t = adminContests.form;
  return <TextField label={t.retention} hint={t.retentionHint} {...whole} max="120" {...field} />;
}
