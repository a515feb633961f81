import { contestSettings, formSettings, type FieldRule } from '@abato/contracts';
import { wholeNumber } from '@/components/admin/admin-form';
import { Fold } from '@/components/admin/form-sections';
import { Checkbox, optionsOf, SelectField, TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';
import { contestSettingTexts, type DrawnSetting } from '@/texts/en/contest-settings';
import type { ContestValues } from './contest-values';

type Form = RulesForm<ContestValues>;

const LIMITS = formSettings.filter(({ form }) => form === 'limits').map(({ name }) => name as DrawnSetting);
const MORE = formSettings.filter(({ form }) => form === 'more').map(({ name }) => name as DrawnSetting);

/** The control of a setting, drawn from its rule. @param isFixed whether it cannot change any more */
export function SettingField({ form, name, isFixed }: { form: Form; name: DrawnSetting; isFixed?: boolean }) {
  const { label, hint, fixed, options = {} } = contestSettingTexts[name];
  const { rule }: { rule: FieldRule } = contestSettings[name];
  const { error, ...field } = form.field(name);
  const shared = { label, disabled: isFixed, ...field };
  const said = isFixed ? (fixed ?? hint) : hint;
  if (rule.type === 'boolean') {
    return (
      <div>
        <Checkbox {...shared} />
        <p className="text-xs text-muted">{said}</p>
      </div>
    );
  }
  const framed = { ...shared, error, hint: said };
  if (rule.oneOf) return <SelectField {...framed} options={optionsOf(rule.oneOf, options)} />;
  return <TextField {...framed} {...wholeNumber} min={rule.min?.[0]} max={rule.max?.[0]} />;
}

/** What keeps free votes fair: limits, and when a person check is asked for. Numbers stand side by side. */
function FreeVoteRules({ form }: { form: Form }) {
  return (
    <fieldset className="grid gap-5 rounded-lg border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 text-sm font-semibold">{adminContests.form.limits}</legend>
      {LIMITS.map((name) => (
        <div key={name} className={contestSettings[name].rule.type === 'integer' ? '' : 'sm:col-span-2'}>
          <SettingField form={form} name={name} />
        </div>
      ))}
    </fieldset>
  );
}

/** Rules that have good defaults, folded for a new contest. A mistake in one of them unfolds them. */
export function ExpertRules({ form, isFree, isOpen }: { form: Form; isFree: boolean; isOpen: boolean }) {
  const t = adminContests.form.expert;
  const { errors } = form.formState;
  return (
    <Fold
      title={t.title}
      hint={isFree ? t.freeHint : t.paidHint}
      isOpen={isOpen}
      isWrong={[...LIMITS, ...MORE].some((name) => errors[name])}
    >
      {isFree && <FreeVoteRules form={form} />}
      {MORE.map((name) => (
        <SettingField key={name} form={form} name={name} />
      ))}
    </Fold>
  );
}
