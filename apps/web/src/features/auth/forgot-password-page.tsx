import { forgotPasswordRules } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { ButtonLink } from '@/components/button';
import { TextLink } from '@/components/link';
import { SubmitButton } from '@/components/submit-button';
import { EmptyState } from '@/components/empty-state';
import { TextField } from '@/components/field';
import { useRulesForm } from '@/lib/form';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import { forgotPassword } from './api';
import { AuthShell } from './auth-shell';

const t = authTexts.forgot;

export function ForgotPasswordPage() {
  useTitle(t.pageTitle);
  const form = useRulesForm<{ email: string }>({ rules: forgotPasswordRules, defaultValues: { email: '' } });
  const request = useMutation({ mutationFn: forgotPassword, onError: form.showFailure });
  const submit = form.handleSubmit((values) => request.mutate(values));

  return (
    <AuthShell title={t.title} lead={t.lead}>
      {request.isSuccess ? (
        <div aria-live="polite">
          <EmptyState
            title={t.sentTitle}
            text={t.sent}
            icon={MailCheck}
            action={
              <ButtonLink to="/login" variant="outline">
                {t.back}
              </ButtonLink>
            }
          />
        </div>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
          <TextField label={t.email} type="email" autoComplete="username" {...form.field('email')} />
          <SubmitButton busy={request.isPending}>{t.submit}</SubmitButton>
          <p className="text-center">
            <TextLink to="/login">{t.back}</TextLink>
          </p>
        </form>
      )}
    </AuthShell>
  );
}
