import { PASSWORDS_DO_NOT_MATCH, resetPasswordRules, type ResetPasswordInput } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '@/components/button';
import { SubmitButton } from '@/components/submit-button';
import { PasswordField } from '@/components/field';
import { Notice } from '@/components/notice';
import { ApiError } from '@/lib/api';
import { useRulesForm } from '@/lib/form';
import { useSession } from '@/lib/session';
import { announceSessionCleared } from '@/lib/session-cleared';
import { clearSession } from '@/lib/storage';
import { toast } from '@/lib/toast';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import { resetPassword } from './api';
import { AuthShell } from './auth-shell';
import { PasswordStrength } from './password-strength';

const t = authTexts.reset;

/** The target of the mailed link: `/reset-password?token=…`. */
export function ResetPasswordPage() {
  useTitle(t.pageTitle);
  const navigate = useNavigate();
  const { user } = useSession();
  const [query] = useSearchParams();
  const [token] = useState(() => query.get('token') ?? '');
  const form = useRulesForm<ResetPasswordInput>({
    rules: resetPasswordRules,
    defaultValues: { token, password: '', confirmPassword: '' },
    check: ({ password, confirmPassword }) =>
      password === confirmPassword ? {} : { confirmPassword: PASSWORDS_DO_NOT_MATCH },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  const save = useMutation({
    mutationFn: resetPassword,
    onSuccess: () => {
      // The new password has ended every session, this browser's too.
      if (user) {
        clearSession();
        announceSessionCleared();
      }
      toast.success(t.success);
      void navigate('/login', { replace: true });
    },
    onError: form.showFailure,
  });
  const submit = form.handleSubmit((values) => save.mutate(values));
  const invalid = !token || (save.error instanceof ApiError && save.error.code === 'RESET_LINK_INVALID');

  return (
    <AuthShell title={t.title} lead={t.lead}>
      {invalid ? (
        <>
          <Notice tone="error">{t.noToken}</Notice>
          <ButtonLink to="/forgot-password" className="mt-5 w-full">
            {t.again}
          </ButtonLink>
        </>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
          <div>
            <PasswordField label={t.password} autoComplete="new-password" {...form.field('password')} />
            <PasswordStrength password={password} />
          </div>
          <PasswordField
            label={t.confirmPassword}
            autoComplete="new-password"
            {...form.field('confirmPassword')}
          />
          <SubmitButton busy={save.isPending}>{t.submit}</SubmitButton>
        </form>
      )}
    </AuthShell>
  );
}
