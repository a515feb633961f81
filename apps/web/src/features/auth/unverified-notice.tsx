import type { UserView } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
import { authTexts } from '@/texts/en/auth';
import { sendVerification } from './api';

const t = authTexts.unverified;

/** For users who have not used the mailed link yet, with a way to get a new one. */
export function UnverifiedNotice({ user, className }: { user: UserView | undefined; className?: string }) {
  const send = useMutation({
    mutationFn: sendVerification,
    onSuccess: () => toast.success(t.sent),
    onError: (error) => toast.error(errorText(error)),
  });
  if (!user || user.emailVerified) return null;
  return (
    <Notice tone="warning" title={t.title} className={className}>
      <p>{t.text(user.email)}</p>
      <Button
        size="sm"
        variant="outline"
        className="mt-3"
        busy={send.isPending}
        onClick={() => send.mutate()}
        data-testid="send-verification"
      >
        {t.again}
      </Button>
    </Notice>
  );
}
