import { CHALLENGE_MODES } from '@abato/contracts';
import { wholeNumber } from '@/components/admin/admin-form';
import { optionsOf, SelectField, TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';
import type { ContestInput } from './api';

type Field = RulesForm<ContestInput>['field'];
const positive = { ...wholeNumber, min: '1' };

/** What keeps free votes fair: limits, and when a person check is asked for. */
export function FreeVoteRules({ field }: { field: Field }) {
  const t = adminContests.form.fairness;
  return (
    <fieldset className="grid gap-5 rounded-lg border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 text-sm font-semibold">{t.title}</legend>
      <TextField label={t.perPhone} hint={t.perPhoneHint} {...positive} {...field('freeVotesPerHour')} />
      <TextField label={t.perDevice} hint={t.perDeviceHint} {...positive} {...field('freeVotesPerDevice')} />
      <SelectField
        label={t.challenge}
        hint={t.challengeHint}
        className="sm:col-span-2"
        options={optionsOf(CHALLENGE_MODES, t.challengeModes)}
        {...field('challenge')}
      />
    </fieldset>
  );
}

export function RetentionField({ field }: { field: ReturnType<Field> }) {
  const t = adminContests.form;
  return <TextField label={t.retention} hint={t.retentionHint} {...positive} max="120" {...field} />;
}
