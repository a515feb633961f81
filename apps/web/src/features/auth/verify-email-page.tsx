import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { ApiError, errorText } from '@/lib/api';
import { profileQuery } from '@/lib/profile';
import { homeOf, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import { verifyEmail } from './api';
import { AuthShell } from './auth-shell';

const t = authTexts.verifyEmail;

/** The target of the mailed link: `/verify-email?token=…`. A button, because mail scanners open links by themselves. */
export function VerifyEmailPage() {
  useTitle(t.pageTitle);
  const { user } = useSession();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const [token] = useState(() => query.get('token') ?? '');
  const confirm = useMutation({
    mutationFn: verifyEmail,
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
    onError: (error) => {
      if (!isInvalid(error)) toast.error(errorText(error));
    },
  });
  const next = user ? homeOf(user.role) : '/login';

  return (
    <AuthShell title={t.title} lead={t.lead}>
      {confirm.isSuccess ? (
        <>
          <Notice tone="success">{t.done}</Notice>
          <ButtonLink to={next} className="mt-5 w-full">
            {t.next}
          </ButtonLink>
        </>
      ) : !token || isInvalid(confirm.error) ? (
        <>
          <Notice tone="error">{t.invalid}</Notice>
          <ButtonLink to={user ? '/profile' : '/login'} className="mt-5 w-full">
            {user ? t.again : t.signIn}
          </ButtonLink>
        </>
      ) : (
        <Button
          size="lg"
          className="w-full"
          busy={confirm.isPending}
          onClick={() => confirm.mutate(token)}
          data-testid="verify-email"
        >
          {t.submit}
        </Button>
      )}
    </AuthShell>
  );
}

const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'VERIFICATION_LINK_INVALID';
