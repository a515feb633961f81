import { findVoteRules, normalisePhone, type Receipt } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { ApiError } from '@/lib/api';
import { useRulesForm } from '@/lib/form';
import { opensFor } from '@/lib/public-log/check-receipt';
import { receiptTexts as t } from '@/texts/en/receipt';
import { readSalt } from './api';

type Outcome = 'yes' | 'no' | 'notFound' | 'erased';

const rules = { phone: findVoteRules.phone };

/** Lets a voter see that the entry was made for the own number: the salt comes for that number alone, and is compared here. */
export function OwnNumber({ receipt }: { receipt: Receipt }) {
  const voter = receipt.entry?.voter;
  if (receipt.erased || !voter) {
    return (
      <Notice tone="info" className="mt-5">
        {receipt.erased ? t.own.erased : receipt.entry?.ballot ? t.own.ballot : t.own.none}
      </Notice>
    );
  }
  return <Comparison code={receipt.code} voter={voter} />;
}

function Comparison({ code, voter }: { code: string; voter: unknown }) {
  const form = useRulesForm<{ phone: string }>({ rules, defaultValues: { phone: '' } });
  const compare = useMutation({
    mutationFn: async ({ phone }: { phone: string }): Promise<Outcome> => {
      try {
        const salt = await readSalt(code, phone);
        if (salt === null) return 'erased';
        return opensFor('voter', normalisePhone(phone) ?? phone, salt, voter) ? 'yes' : 'no';
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return 'notFound';
        throw error;
      }
    },
    onError: form.showFailure,
  });
  const submit = form.handleSubmit((values) => {
    compare.reset();
    compare.mutate(values);
  });
  return (
    <Card className="mt-5 p-5 sm:p-7">
      <h2 className="text-xl">{t.own.title}</h2>
      <p className="mt-2 text-sm text-muted">{t.own.text}</p>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        className="mt-4 flex flex-wrap items-end gap-3"
      >
        <div className="min-w-48 grow">
          <TextField label={t.own.phone} type="tel" autoComplete="tel" {...form.field('phone')} />
        </div>
        <Button type="submit" busy={compare.isPending}>
          {t.own.submit}
        </Button>
      </form>
      <div aria-live="polite" data-testid="own-number">
        {compare.data && (
          <Notice tone={compare.data === 'yes' ? 'success' : 'warning'} className="mt-4">
            {t.own[compare.data]}
          </Notice>
        )}
      </div>
    </Card>
  );
}
