import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import type { RulesForm } from '@/lib/form';
import { formatDateTime } from '@/lib/format';
import { forgetForm, keepForm, readKeptForm } from '@/lib/kept-form';
import { adminContests } from '@/texts/en/admin-contests';
import { valuesOf, type ContestValues } from './contest-values';
import { contestOnItsWay, type Made } from './make-contest';
import { isFilled, withSaved } from './nominee-groups';

/** Only its own account is shown it: a browser may be shared. */
const nameOf = (userId: string) => `contest:${userId}`;

/** A new contest that was typed, and what of it is saved when a later part failed. */
export interface KeptContest {
  /** Milliseconds since 1970. */
  at: number;
  values: Partial<ContestValues>;
  made: Made | undefined;
}

/** What of a new contest was typed and is not saved to its end. Dates that have passed are proposed anew. */
export function readKeptContest(userId: string, now = Date.now()): KeptContest | null {
  const kept = readKeptForm<Partial<ContestValues> & { made?: Made }>(nameOf(userId), now);
  if (!kept) return null;
  const { made, startDate, endDate, ...values } = kept.values;
  const stillToCome = endDate !== undefined && Date.parse(`${endDate}Z`) > now;
  if (made && values.groups) values.groups = withSaved(values.groups, made);
  return { at: kept.at, values: stillToCome ? { ...values, startDate, endDate } : values, made };
}

/** Proposals alone are not worth keeping. */
const isTyped = ({ title, description, groups }: ContestValues) =>
  title.trim() !== '' || description.trim() !== '' || groups.some(isFilled);

/** Keeps a new contest in this browser, while it is typed and until all of it is made. */
export function useKeptContest(form: RulesForm<ContestValues>, userId: string, isNew: boolean, made: Made) {
  const { subscribe, getValues, reset } = form;
  const keep = () => {
    const values = getValues();
    if (made.isComplete || !(made.contest || isTyped(values))) forgetForm();
    else keepForm(nameOf(userId), { ...withoutFiles(values), made: made.contest && made });
  };
  const onChange = useEffectEvent(keep);
  useEffect(() => {
    if (!isNew) return undefined;
    return subscribe({ formState: { values: true }, callback: () => onChange() });
  }, [isNew, subscribe]);
  return {
    /** For changes of what is made. */
    keep,
    startAfresh: () => {
      // What was proposed meanwhile stays.
      const { hostId, verification } = getValues();
      reset({ ...valuesOf(undefined), hostId, verification });
      forgetForm();
    },
  };
}

function withoutFiles({ banner: _banner, groups, ...values }: ContestValues) {
  return { ...values, groups: groups.map((group) => ({ ...group, photos: [] })) };
}

/** Whether the account's new contest is on its way since its page was left: a form would make it a second time. */
export function useContestOnItsWay(userId: string): boolean {
  const [isOnItsWay, setOnItsWay] = useState(() => contestOnItsWay(userId) !== undefined);
  useEffect(() => {
    const end = () => setOnItsWay(false);
    if (isOnItsWay) void (contestOnItsWay(userId) ?? Promise.resolve()).then(end, end);
  }, [isOnItsWay, userId]);
  return isOnItsWay;
}

export function KeptNotice({
  kept: { at, made },
  onFresh,
  busy,
}: {
  kept: KeptContest;
  onFresh: () => void;
  busy: boolean;
}) {
  const t = adminContests.form.kept;
  const title = made?.contest
    ? t.unfinished(made.contest.title)
    : t.title(formatDateTime(new Date(at).toISOString()));
  return (
    <Notice tone="info" title={title}>
      <p>{made?.contest ? t.unfinishedText : t.text}</p>
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
