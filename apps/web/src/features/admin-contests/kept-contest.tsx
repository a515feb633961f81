import { useEffect, useEffectEvent } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import type { RulesForm } from '@/lib/form';
import { formatDateTime } from '@/lib/format';
import { forgetForm, keepForm, readKeptForm } from '@/lib/kept-form';
import { adminContests } from '@/texts/en/admin-contests';
import { valuesOf, type ContestValues } from './contest-values';
import { isFilled } from './nominee-groups';

/** Only its own account is shown it: a browser may be shared. */
const nameOf = (userId: string) => `contest:${userId}`;

/** A new contest that was typed. */
export interface KeptContest {
  /** Milliseconds since 1970. */
  at: number;
  values: Partial<ContestValues>;
}

/** What of a new contest was typed and is not saved. Dates that have passed are proposed anew. */
export function readKeptContest(userId: string, now = Date.now()): KeptContest | null {
  const kept = readKeptForm<Partial<ContestValues>>(nameOf(userId), now);
  if (!kept) return null;
  const { startDate, endDate, ...values } = kept.values;
  const stillToCome = endDate !== undefined && Date.parse(`${endDate}Z`) > now;
  return { at: kept.at, values: stillToCome ? { ...values, startDate, endDate } : values };
}

/** Proposals alone are not worth keeping. */
const isTyped = ({ title, description, groups }: ContestValues) =>
  title.trim() !== '' || description.trim() !== '' || groups.some(isFilled);

/** Keeps a new contest in this browser while it is typed. @returns what empties the form */
export function useKeptContest(form: RulesForm<ContestValues>, userId: string, isNew: boolean) {
  const { subscribe, getValues, reset } = form;
  const keep = useEffectEvent(() => {
    const values = getValues();
    if (isTyped(values)) keepForm(nameOf(userId), withoutFiles(values));
    else forgetForm();
  });
  useEffect(() => {
    if (!isNew) return undefined;
    return subscribe({ formState: { values: true }, callback: () => keep() });
  }, [isNew, subscribe]);
  return () => {
    // What was proposed meanwhile stays.
    const { hostId, verification } = getValues();
    reset({ ...valuesOf(undefined), hostId, verification });
    forgetForm();
  };
}

function withoutFiles({ banner: _banner, groups, ...values }: ContestValues) {
  return { ...values, groups: groups.map((group) => ({ ...group, photos: [] })) };
}

export function KeptNotice({ at, onFresh, busy }: { at: number; onFresh: () => void; busy: boolean }) {
  const t = adminContests.form.kept;
  return (
    <Notice tone="info" title={t.title(formatDateTime(new Date(at).toISOString()))}>
      <p>{t.text}</p>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        disabled={busy}
        onClick={onFresh}
        data-testid="contest-afresh"
      >
        {t.fresh}
      </Button>
    </Notice>
  );
}
