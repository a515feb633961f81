import { reauthenticateRules, type ReauthenticateInput } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { PasswordField, TextField } from '@/components/field';
import { useRulesForm } from '@/lib/form';
import { useSession } from '@/lib/session';
import { securityTexts } from '@/texts/en/security';
import { reauthenticate } from './api';
import '@/styles/all.css';

const t = securityTexts.reauthentication;

/** Password or code again before something that cannot be undone; the refused call is then repeated. */
export function ReauthenticationDialog({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const { renew } = useSession();
  const form = useRulesForm<ReauthenticateInput>({
    rules: reauthenticateRules,
    defaultValues: { password: '', code: '' },
    check: ({ password, code }) => (password || code ? {} : { password: t.needed }),
  });
  const confirm = useMutation({
    mutationFn: reauthenticate,
    onSuccess: (session) => {
      renew(session);
      onDone(true);
    },
    onError: form.showFailure,
  });
  const submit = form.handleSubmit((values) => confirm.mutate(values));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone(false)}
      title={t.title}
      description={t.text}
      testId="reauthentication"
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <PasswordField label={t.password} autoComplete="current-password" {...form.field('password')} />
        <TextField label={t.code} optional autoComplete="one-time-code" {...form.field('code')} />
        <Button type="submit" className="w-full" busy={confirm.isPending} data-testid="reauthenticate">
          {t.submit}
        </Button>
      </form>
    </Dialog>
  );
}
