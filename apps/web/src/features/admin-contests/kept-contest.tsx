import { useEffect } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import type { RulesForm } from '@/lib/form';
import { formatDateTime } from '@/lib/format';
import { forgetForm, keepForm, readKeptForm, type Kept } from '@/lib/kept-form';
import { adminContests } from '@/texts/en/admin-contests';
import { valuesOf, type ContestValues } from './contest-values';
import type { Made } from './make-contest';
import { isFilled } from './nominee-groups';

/** Only its own account is shown it: a browser may be shared. */
const nameOf = (userId: string) => `contest:${userId}`;

/** What of a new contest was typed and not saved. Dates that have passed are proposed anew. */
export function readKeptContest(userId: string, now = Date.now()): Kept<Partial<ContestValues>> | null {
  const kept = readKeptForm<Partial<ContestValues>>(nameOf(userId), now);
  if (!kept) return null;
  const { startDate, endDate, ...values } = kept.values;
  const stillToCome = endDate !== undefined && Date.parse(`${endDate}Z`) > now;
  return { ...kept, values: stillToCome ? kept.values : values };
}

/** Proposals alone are not worth keeping. */
const isTyped = ({ title, description, groups }: ContestValues) =>
  title.trim() !== '' || description.trim() !== '' || groups.some(isFilled);

/**
 * Keeps a new contest in this browser while it is typed.
 * @param made once the contest itself is saved nothing is kept: the form would make it a second time
 * @returns what starts afresh
 */
export function useKeptContest(form: RulesForm<ContestValues>, userId: string, isNew: boolean, made: Made) {
  const { subscribe, getValues, reset } = form;
  const name = nameOf(userId);
  useEffect(() => {
    if (!isNew) return undefined;
    return subscribe({
      formState: { values: true },
      callback: () => {
        const values = getValues();
        if (!made.contest && isTyped(values)) keepForm(name, withoutFiles(values));
        else forgetForm();
      },
    });
  }, [isNew, name, made, subscribe, getValues]);
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
