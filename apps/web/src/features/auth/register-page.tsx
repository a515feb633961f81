import { PASSWORDS_DO_NOT_MATCH, registerRules, type RegisterInput } from '@abato/contracts';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Link } from '@/components/link';
import { SubmitButton } from '@/components/submit-button';
import { PasswordField, TextArea, TextField } from '@/components/field';
import { LostAnswerError } from '@/lib/writes/write';
import { useRulesForm } from '@/lib/form';
import { forgetFormOfOthers } from '@/lib/kept-form';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useTitle } from '@/lib/use-title';
import { authTexts } from '@/texts/en/auth';
import { register } from './api';
import { AuthShell, Points } from './auth-shell';
import { PasswordStrength } from './password-strength';

const t = authTexts.register;

const empty: RegisterInput = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  idNumber: '',
  password: '',
  confirmPassword: '',
  hostName: '',
  hostEmail: '',
  hostPhone: '',
  hostDescription: '',
};

export function RegisterPage() {
  useTitle(t.pageTitle);
  const session = useSession();
  const navigate = useNavigate();
  const form = useRulesForm<RegisterInput>({
    rules: registerRules,
    defaultValues: empty,
    check: ({ password, confirmPassword }) =>
      password === confirmPassword ? {} : { confirmPassword: PASSWORDS_DO_NOT_MATCH },
  });
  const password = useWatch({ control: form.control, name: 'password' });

  const submit = form.handleSubmit(async (values) => {
    try {
      const answer = await register(values);
      forgetFormOfOthers(answer.user.id);
      session.login(answer);
      toast.success(t.success);
      toast.info(t.pending);
      void navigate('/pending-approval', { replace: true });
    } catch (error) {
      // Signing in shows whether the account was made: another try would be told that the address is taken.
      if (error instanceof LostAnswerError) {
        toast.warning(t.unknown, 0);
        void navigate('/login');
        return;
      }
      form.showFailure(error);
    }
  });

  return (
    <AuthShell title={t.title} lead={t.lead} wide aside={<Pitch />}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-9">
        <fieldset>
          <legend className="font-display text-xl font-bold">{t.personal}</legend>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <TextField label={t.firstName} autoComplete="given-name" {...form.field('firstName')} />
            <TextField label={t.lastName} autoComplete="family-name" {...form.field('lastName')} />
            <TextField label={t.email} type="email" autoComplete="email" {...form.field('email')} />
            <TextField
              label={t.phone}
              hint={t.phoneHint}
              type="tel"
              autoComplete="tel"
              {...form.field('phone')}
            />
            <TextField
              label={t.idNumber}
              hint={t.idHint}
              autoComplete="off"
              className="sm:col-span-2"
              {...form.field('idNumber')}
            />
            <div>
              <PasswordField label={t.password} autoComplete="new-password" {...form.field('password')} />
              <PasswordStrength password={password} />
            </div>
            <PasswordField
              label={t.confirmPassword}
              autoComplete="new-password"
              {...form.field('confirmPassword')}
            />
          </div>
        </fieldset>
        <fieldset>
          <legend className="font-display text-xl font-bold">{t.organisation}</legend>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <TextField
              label={t.hostName}
              autoComplete="organization"
              className="sm:col-span-2"
              {...form.field('hostName')}
            />
            <TextField label={t.hostEmail} type="email" {...form.field('hostEmail')} />
            <TextField label={t.hostPhone} hint={t.phoneHint} type="tel" {...form.field('hostPhone')} />
            <TextArea
              label={t.hostDescription}
              hint={t.hostDescriptionHint}
              className="sm:col-span-2"
              {...form.field('hostDescription')}
            />
          </div>
        </fieldset>
        <div>
          <p className="text-sm text-muted">
            {t.agree.before}
            <PolicyLink to="/terms">{t.agree.terms}</PolicyLink>
            {t.agree.between}
            <PolicyLink to="/privacy">{t.agree.privacy}</PolicyLink>
            {t.agree.after}
          </p>
          <SubmitButton busy={form.formState.isSubmitting} testId="register-submit" className="mt-4">
            {t.submit}
          </SubmitButton>
          <p className="mt-5 text-center">
            {t.haveAccount}{' '}
            <Link to="/login" className="font-semibold underline underline-offset-4">
              {t.login}
            </Link>
          </p>
        </div>
      </form>
    </AuthShell>
  );
}

/** Opens beside the form: reading the terms must not clear eleven filled fields. */
function PolicyLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" className="font-semibold text-ink underline underline-offset-4">
      {children}
    </Link>
  );
}

function Pitch() {
  return (
    <>
      <h2 className="text-3xl font-extrabold">{t.aside.title}</h2>
      <dl className="mt-7 grid grid-cols-2 gap-4">
        {t.aside.stats.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse border-l-4 border-gold pl-4">
            <dt className="text-sm text-on-night-muted">{label}</dt>
            <dd className="font-display text-3xl font-extrabold font-tight text-on-night-gold">{value}</dd>
          </div>
        ))}
      </dl>
      <Points points={t.aside.points} />
    </>
  );
}
