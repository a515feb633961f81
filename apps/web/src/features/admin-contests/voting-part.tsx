import { contestSettings, type ContestView, type FieldRule, formSettings } from '@abato/contracts';
import { useWatch } from 'react-hook-form';
import { wholeNumber } from '@/components/admin/admin-form';
import { Fold } from '@/components/admin/form-sections';
import { Checkbox, optionsOf, SelectField, TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';
import { contestSettingTexts, type DrawnSetting } from '@/texts/en/contest-settings';
import type { ContestInput } from './api';
import { isSealed, REASON, type ContestValues } from './contest-values';
import { BundlesField, FoldedOffers, WindowsField } from './price-rules';

type Form = RulesForm<ContestValues>;

const LIMITS = formSettings.filter(({ form }) => form === 'limits').map(({ name }) => name as DrawnSetting);
const MORE = formSettings.filter(({ form }) => form === 'more').map(({ name }) => name as DrawnSetting);

/** What a vote costs, when it counts, and the rules behind it. */
export function VotingPart({ form, contest }: { form: Form; contest: ContestView | undefined }) {
  const t = adminContests.form;
  const [price, level, bundles, windows] = useWatch({
    control: form.control,
    name: ['votePrice', 'verification', 'bundles', 'windows'],
  });
  const { errors } = form.formState;
  const isFree = Number(price) === 0;
  const isFixed = isSealed(contest);
  return (
    <>
      <TextField
        label={t.price}
        type="number"
        step="0.01"
        min="0"
        inputMode="decimal"
        hint={contest && contest._count.votes > 0 ? t.priceVotesHint : t.priceHint}
        {...form.field('votePrice')}
      />
      {!isFree && (
        <FoldedOffers
          isOpen={bundles.length > 0 || windows.length > 0}
          isWrong={Boolean(errors.bundles ?? errors.windows)}
        >
          <BundlesField
            value={bundles}
            error={errors.bundles?.message}
            onChange={(next) => {
              form.setValue('bundles', next as ContestInput['bundles']);
              form.clearErrors('bundles');
            }}
          />
          <WindowsField
            value={windows}
            error={errors.windows?.message}
            onChange={(next) => {
              form.setValue('windows', next);
              form.clearErrors('windows');
            }}
          />
        </FoldedOffers>
      )}
      {isFree && <SettingField form={form} name="verification" isFixed={isFixed} />}
      {isFree && level === 'ELECTORATE' && (
        <SettingField form={form} name="allowBallotChange" isFixed={isFixed} />
      )}
      <ExpertRules form={form} isFree={isFree} isOpen={contest !== undefined} />
      {isFixed && (
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          maxLength={REASON.maxLength}
          {...form.field('amendmentReason')}
        />
      )}
    </>
  );
}

/** The control of a setting, drawn from its rule. @param isFixed whether it cannot change any more */
function SettingField({ form, name, isFixed }: { form: Form; name: DrawnSetting; isFixed?: boolean }) {
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
function ExpertRules({ form, isFree, isOpen }: { form: Form; isFree: boolean; isOpen: boolean }) {
  const { expert: t } = adminContests.form;
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
