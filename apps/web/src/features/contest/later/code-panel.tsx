import { CODE_LENGTH, confirmVerificationRules } from '@abato/contracts';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button';
import { TextField } from '@/components/field';
import { ApiError, errorText } from '@/lib/api';
import { useRulesForm } from '@/lib/form';
import { useNow } from '@/lib/use-now';
import { phoneProofTexts as t } from '@/texts/en/phone-proof';
import { confirmCode } from '../api';
import { codeFor, forgetProof, type PhoneProof, type ProofPanelProps } from '../phone-proof';
import { keepVoterToken } from '../voter-tokens';

/** Proves a number by the code that was sent to it; the vote goes out right afterwards. */
export function CodePanel({ proof, progress, onProof, onProven, onUnproven, onBack }: ProofPanelProps) {
  const form = useRulesForm<{ code: string }>({
    rules: confirmVerificationRules,
    defaultValues: { code: '' },
  });
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      keepVoterToken(proof.contestId, await confirmCode(proof.id, code));
    } catch (error) {
      if (error instanceof ApiError) form.setError('code', { message: error.message }, { shouldFocus: true });
      else form.showFailure(error);
      return;
    }
    forgetProof(proof);
    await onProven();
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4" data-testid="code-panel">
      <div role="status" className="flex items-start gap-3">
        <MessageSquareText aria-hidden className="mt-0.5 size-7 shrink-0 text-gold-text" />
        <div>
          <h3 className="text-lg">{t.title}</h3>
          <p className="mt-1 text-sm text-muted">{t.sent(proof.phone, onUnproven !== null)}</p>
        </div>
      </div>
      <TextField
        label={t.code}
        hint={t.hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        // Spaces that were typed or pasted have room too.
        maxLength={2 * CODE_LENGTH}
        autoFocus
        data-testid="code-input"
        {...form.field('code')}
      />
      <Button
        type="submit"
        size="lg"
        className="w-full"
        busy={form.formState.isSubmitting}
        data-testid="code-submit"
      >
        {(form.formState.isSubmitting && progress) || t.submit}
      </Button>
      <Again proof={proof} onProof={onProof} onFailure={(message) => form.setError('code', { message })} />
      <Button variant="ghost" className="w-full" onClick={onBack} data-testid="code-back">
        {t.otherNumber}
      </Button>
    </form>
  );
}

/** Another code, once the first one has had its time. */
function Again({
  proof,
  onProof,
  onFailure,
}: {
  proof: PhoneProof;
  onProof: (proof: PhoneProof) => void;
  onFailure: (message: string) => void;
}) {
  const [later, setLater] = useState(0);
  const [busy, setBusy] = useState(false);
  const seconds = Math.max(0, Math.ceil((Math.max(proof.againAt, later) - useNow()) / 1000));
  const send = async () => {
    setBusy(true);
    try {
      onProof(await codeFor(proof.contestId, proof.phone));
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter) setLater(Date.now() + error.retryAfter * 1000);
      onFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      className="w-full tabular-nums"
      disabled={seconds > 0}
      busy={busy}
      onClick={() => void send()}
      data-testid="code-again"
    >
      {seconds > 0 ? t.againIn(seconds) : t.again}
    </Button>
  );
}
