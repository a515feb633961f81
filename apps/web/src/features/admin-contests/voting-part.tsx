import type { ContestView } from '@abato/contracts';
import { useWatch } from 'react-hook-form';
import { TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { adminContests } from '@/texts/en/admin-contests';
import type { ContestInput } from './api';
import { isSealed, REASON, type ContestValues } from './contest-values';
import { BundlesField, FoldedOffers, WindowsField } from './price-rules';
import { ExpertRules, SettingField } from './setting-fields';

/** What a vote costs, when it counts, and the rules behind it. */
export function VotingPart({
  form,
  contest,
}: {
  form: RulesForm<ContestValues>;
  contest: ContestView | undefined;
}) {
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
