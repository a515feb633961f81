import { CHALLENGE_MODES, VERIFICATION_LEVELS } from '@abato/contracts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { wholeNumber } from '@/components/admin/admin-form';
import { Checkbox, optionsOf, SelectField, TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';
import type { ContestValues } from './contest-values';

type Field = RulesForm<ContestValues>['field'];
const positive = { ...wholeNumber, min: '1' };

/** How sure the contest wants to be of a phone number; fixed once it is no draft any more. */
export function VerificationField({ field, isFixed }: { field: ReturnType<Field>; isFixed: boolean }) {
  const t = adminContests.form.verification;
  return (
    <SelectField
      label={t.label}
      hint={isFixed ? t.fixed : t.hint}
      options={optionsOf(VERIFICATION_LEVELS, t.levels)}
      {...field}
      disabled={isFixed}
    />
  );
}

/** Of a contest with an electorate: whether a vote may be changed; fixed with the level. */
export function BallotChangeField({
  field: { error: _error, ...field },
  isFixed,
}: {
  field: ReturnType<Field>;
  isFixed: boolean;
}) {
  const t = adminContests.form.verification;
  return (
    <div>
      <Checkbox label={t.change} {...field} disabled={isFixed} />
      <p className="text-xs text-muted">{t.electorateHint}</p>
    </div>
  );
}

/** What keeps free votes fair: limits, and when a person check is asked for. */
function FreeVoteRules({ field }: { field: Field }) {
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
      <AddressProofField field={field('addressProof')} />
    </fieldset>
  );
}

/** Of an open contest: whether many votes from one address need proven numbers. */
function AddressProofField({ field: { error: _error, ...field } }: { field: ReturnType<Field> }) {
  const t = adminContests.form.fairness;
  return (
    <div className="sm:col-span-2">
      <Checkbox label={t.addressProof} {...field} />
      <p className="text-xs text-muted">{t.addressProofHint}</p>
    </div>
  );
}

function RetentionField({ field }: { field: ReturnType<Field> }) {
  const t = adminContests.form;
  return <TextField label={t.retention} hint={t.retentionHint} {...positive} max="120" {...field} />;
}

const EXPERT_FIELDS = ['freeVotesPerHour', 'freeVotesPerDevice', 'challenge', 'retentionMonths'] as const;

/** Rules that have good defaults, folded for a new contest. A mistake in one of them unfolds them. */
export function ExpertRules({
  form,
  isFree,
  isOpen,
}: {
  form: RulesForm<ContestValues>;
  isFree: boolean;
  isOpen: boolean;
}) {
  const t = adminContests.form.expert;
  const [open, setOpen] = useState(isOpen);
  const { errors } = form.formState;
  const isWrong = EXPERT_FIELDS.some((name) => errors[name]);
  return (
    <details
      open={open || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-lg border border-line"
    >
      <summary className="flex min-h-touch cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-2.5">
        <span>
          <span className="block text-sm font-semibold">{t.title}</span>
          <span className="block text-xs text-muted">{isFree ? t.freeHint : t.paidHint}</span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-4">
        {isFree && <FreeVoteRules field={form.field} />}
        <RetentionField field={form.field('retentionMonths')} />
      </div>
    </details>
  );
}
