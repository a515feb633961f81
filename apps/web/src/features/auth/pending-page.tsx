import clsx from 'clsx';
import { Check, Hourglass } from 'lucide-react';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { TextLink } from '@/components/link';
import { NotApprovedNotice } from '@/components/not-approved-notice';
import { Notice } from '@/components/notice';
import { useProfileRefresh } from '@/lib/profile';
import { homeOf, isApprovedUser, useSession } from '@/lib/session';
import { useLogout } from '@/lib/use-logout';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import { UnverifiedNotice } from './unverified-notice';
import '@/styles/all.css';

const t = authTexts.pending;
/** An administrator may decide while the page is open. */
const LOOK_AGAIN_MS = 30_000;

export function PendingPage() {
  useTitle(t.pageTitle);
  const { user } = useSession();
  const logout = useLogout();
  const approved = user !== null && isApprovedUser(user);
  const profile = useProfileRefresh(approved ? false : LOOK_AGAIN_MS);
  if (user?.approvalStatus === 'REJECTED') {
    return (
      <div className="page-width pt-8 sm:pt-16">
        <NotApprovedNotice />
        <div className="mt-5 flex flex-wrap items-center justify-center gap-x-6">
          <Button variant="outline" onClick={logout}>
            {t.logout}
          </Button>
          <TextLink to="/contact">{t.support}</TextLink>
        </div>
      </div>
    );
  }

  return (
    <div className="page-width flex justify-center pt-8 sm:pt-16">
      <Card className="w-full max-w-2xl overflow-hidden">
        <div aria-hidden className="kente h-2.5" />
        <div className="p-6 text-center sm:p-10">
          <Hourglass aria-hidden className="mx-auto size-14 text-gold-text" strokeWidth={1.5} />
          <h1 className="mt-4 text-3xl font-extrabold">{t.title}</h1>
          <p className="mx-auto mt-3 max-w-lg text-muted">{t.text}</p>
          <Steps done={approved ? 3 : 1} />
          <UnverifiedNotice user={profile.data} className="mt-7 text-left" />
          <div aria-live="polite">
            {approved && (
              <Notice tone="success" className="mt-7 text-left">
                <p className="font-medium">{t.approved}</p>
              </Notice>
            )}
          </div>
          <div className="mt-8 flex flex-col justify-center gap-3 sm:flex-row">
            {approved && <ButtonLink to={homeOf(user.role)}>{t.continue}</ButtonLink>}
            <ButtonLink to="/profile" variant={approved ? 'outline' : 'gold'}>
              {t.profile}
            </ButtonLink>
            <Button variant="outline" onClick={logout}>
              {t.logout}
            </Button>
          </div>
          <div className="mt-5">
            <TextLink to="/contact">{t.support}</TextLink>
          </div>
        </div>
      </Card>
    </div>
  );
}

function Steps({ done }: { done: number }) {
  return (
    <ol className="mx-auto mt-8 grid max-w-md gap-3 text-left sm:max-w-none sm:grid-cols-3 sm:text-center">
      {t.steps.map((step, index) => {
        const state = index < done ? 'done' : index === done ? 'now' : 'later';
        return (
          <li
            key={step}
            aria-current={state === 'now' ? 'step' : undefined}
            className="flex items-center gap-3 sm:flex-col"
          >
            <span
              aria-hidden
              className={clsx(
                'grid size-9 shrink-0 place-items-center rounded-full font-display font-bold',
                state === 'done' && 'bg-green text-on-fill',
                state === 'now' && 'bg-gold text-on-gold',
                state === 'later' && 'bg-sunken text-muted ring-1 ring-line',
              )}
            >
              {state === 'done' ? <Check className="size-5" strokeWidth={3} /> : index + 1}
            </span>
            <span
              className={clsx(
                'text-sm',
                state === 'now' && 'font-semibold',
                state === 'later' && 'text-muted',
              )}
            >
              {step}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
