import { ballotCodeField, castBallotFields, type Rules } from '@abato/contracts';
import { TextField } from '@/components/field';
import type { FieldProps } from '@/lib/form';
import { ballotTexts as t } from '@/texts/en/ballot';
import type { VoteForm } from '../vote-draft';

/** In contests with an electorate: a listed voter has a ballot code or a phone number. */
export const ballotRules = {
  voterPhone: castBallotFields.voterPhone,
  ballotCode: ballotCodeField,
} satisfies Rules;

export const oneProof = ({ ballotCode, voterPhone }: VoteForm) => ({
  ballotCode: ballotCode ? (voterPhone ? t.oneOnly : undefined) : voterPhone ? undefined : t.oneNeeded,
});

export function BallotField({ field }: { field: FieldProps }) {
  return (
    <TextField
      label={t.code}
      hint={t.codeHint}
      placeholder={t.codePlaceholder}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      data-testid="ballot-code"
      {...field}
    />
  );
}
