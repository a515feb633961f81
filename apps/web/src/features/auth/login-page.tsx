import { loginRules, type LoginInput } from '@abato/contracts';
import { Navigate, useLocation, useNavigate, type Location } from 'react-router-dom';
import { useState } from 'react';
import { Button, buttonClass } from '@/components/button';
import { Link, TextLink } from '@/components/link';
import { SubmitButton } from '@/components/submit-button';
import { Checkbox, PasswordField, TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { ApiError } from '@/lib/api';
import { useRulesForm } from '@/lib/form';
import { forgetFormOfOthers } from '@/lib/kept-form';
import { homeOf, isApprovedUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import { securityTexts } from '@/texts/en/security';
import { login } from './api';
import { AuthShell, Points } from './auth-shell';

const t = authTexts.login;
const second = securityTexts.signIn;

interface LoginState {
  from?: Pick<Location, 'pathname' | 'search' | 'hash'>;
  reason?: 'expired' | 'needed';
}

export function LoginPage() {
  useTitle(t.pageTitle);
  const session = useSession();
  const navigate = useNavigate();
  const state = (useLocation().state ?? {}) as LoginState;
  const [signingIn, setSigningIn] = useState(false);
  const [askingCode, setAskingCode] = useState(false);
  const form = useRulesForm<LoginInput>({
    rules: loginRules,
    defaultValues: { email: '', password: '', code: '' },
  });

  const submit = form.handleSubmit(async (values) => {
    const { code, ...credentials } = values;
    try {
      const answer = await login(code ? values : credentials);
      setSigningIn(true);
      forgetFormOfOthers(answer.user.id);
      session.login(answer);
      toast.success(t.success);
      if (answer.user.approvalStatus === 'PENDING' && !isApprovedUser(answer.user)) {
        toast.info(authTexts.register.pending);
      }
      // Where the person wanted to go comes first (specification §2).
      void navigate(state.from ?? homeOf(answer.user.role), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') return setAskingCode(true);
      form.showFailure(error);
    }
  });

  // Already signed in, and not just now: nothing to do here.
  if (session.user && !signingIn && !form.formState.isSubmitting) {
    return <Navigate to={state.from ?? homeOf(session.user.role)} replace />;
  }

  if (askingCode) {
    return (
      <AuthShell title={second.title} lead={second.lead}>
        <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
          <TextField label={second.code} autoComplete="one-time-code" autoFocus {...form.field('code')} />
          <SubmitButton busy={form.formState.isSubmitting} testId="login-code">
            {second.submit}
          </SubmitButton>
          <Button variant="ghost" className="w-full" onClick={() => setAskingCode(false)}>
            {second.back}
          </Button>
        </form>
      </AuthShell>
    );
  }

  return (
    <AuthShell
      title={t.title}
      lead={t.lead}
      aside={
        <>
          <h2 className="text-3xl font-extrabold">{t.aside.title}</h2>
          <p className="mt-4 text-on-night-muted">{t.aside.text}</p>
          <Points points={t.aside.points} />
        </>
      }
    >
      {state.reason && (
        <Notice tone={state.reason === 'expired' ? 'warning' : 'info'} className="mb-5">
          {state.reason === 'expired' ? t.expired : t.needed}
        </Notice>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <TextField label={t.email} type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label={t.password} autoComplete="current-password" {...form.field('password')} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox label={t.remember} />
          <TextLink to="/forgot-password" className="text-sm">
            {t.forgot}
          </TextLink>
        </div>
        <SubmitButton busy={form.formState.isSubmitting} testId="login-submit">
          {t.submit}
        </SubmitButton>
      </form>
      <p className="mt-6 flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t.or}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        {[t.google, t.facebook].map((name) => (
          <button
            key={name}
            type="button"
            aria-disabled
            title={t.socialSoon}
            className={buttonClass('outline', 'md', 'cursor-not-allowed! text-muted')}
          >
            {name}
          </button>
        ))}
      </div>
      <p className="mt-7 text-center">
        {t.noAccount}{' '}
        <Link to="/register" className="font-semibold underline underline-offset-4">
          {t.register}
        </Link>
      </p>
    </AuthShell>
  );
}
