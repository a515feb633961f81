import { useEffect } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import type { RulesForm } from '@/lib/form';
import { formatDateTime } from '@/lib/format';
import { forgetForm, keepForm, readKeptForm, type Kept } from '@/lib/kept-form';
import { adminContests } from '@/texts/en/admin-contests';
import { valuesOf, type ContestValues } from './contest-values';
import { isFilled } from './nominee-groups';

/** Each account has its own: a browser may be shared. */
const keyOf = (userId: string) => `contest:${userId}`;

/** What of a new contest was typed and not saved. Dates that have passed are proposed anew. */
export function readKeptContest(userId: string, now = Date.now()): Kept<Partial<ContestValues>> | null {
  const kept = readKeptForm<Partial<ContestValues>>(keyOf(userId));
  if (!kept) return null;
  const { startDate, endDate, ...values } = kept.values;
  const stillToCome = endDate !== undefined && Date.parse(`${endDate}Z`) > now;
  return { at: kept.at, values: stillToCome ? kept.values : values };
}

/** Proposals alone are not worth keeping. */
const isTyped = ({ title, description, groups }: ContestValues) =>
  title.trim() !== '' || description.trim() !== '' || groups.some(isFilled);

/** Keeps a new contest in this browser while it is typed. */
export function useKeptContest(form: RulesForm<ContestValues>, userId: string, isNew: boolean) {
  const { subscribe, getValues, reset } = form;
  const key = keyOf(userId);
  useEffect(() => {
    if (!isNew) return undefined;
    return subscribe({
      formState: { values: true },
      callback: () => {
        const values = getValues();
        if (isTyped(values)) keepForm(key, withoutFiles(values));
        else forgetForm(key);
      },
    });
  }, [isNew, key, subscribe, getValues]);
  const forget = () => forgetForm(key);
  return {
    forget,
    startAfresh: () => {
      // What was proposed meanwhile stays.
      const { hostId, verification } = getValues();
      reset({ ...valuesOf(undefined), hostId, verification });
      forget();
    },
  };
}

function withoutFiles({ banner: _banner, groups, ...values }: ContestValues) {
  return { ...values, groups: groups.map((group) => ({ ...group, photos: [] })) };
}

export function KeptNotice({ at, onFresh }: { at: number; onFresh: () => void }) {
  const t = adminContests.form.kept;
  return (
    <Notice tone="info" title={t.title(formatDateTime(new Date(at).toISOString()))}>
      <p>{t.text}</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={onFresh} data-testid="contest-afresh">
        {t.fresh}
      </Button>
    </Notice>
  );
}
