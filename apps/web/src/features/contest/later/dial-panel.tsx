import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, PhoneCall, PhoneOutgoing } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, buttonClass } from '@/components/button';
import { Notice } from '@/components/notice';
import { Spinner } from '@/components/spinner';
import { ApiError, errorText } from '@/lib/api';
import { subscribe } from '@/lib/live';
import { useLinkState } from '@/lib/live-connection';
import { phoneProofTexts as t } from '@/texts/en/phone-proof';
import { dialledQuery } from '../api';
import { codeFor, forgetProof, proofFor, type ProofPanelProps } from '../phone-proof';
import { keepVoterToken } from '../voter-tokens';

const takeFocus = (heading: HTMLElement | null): void => heading?.focus();

/** Proves a number by dialling from it. The page goes on by itself when the phone has dialled. */
export function DialPanel({
  proof,
  dial,
  progress,
  onProof,
  onProven,
  onUnproven,
  onBack,
}: ProofPanelProps & { /** `*713*7*4821#` */ dial: string }) {
  const { data, error } = useDialled(proof.id);
  const token = data && 'voterToken' in data ? data : null;
  const goOn = useEffectEvent(async () => {
    if (!token) return;
    keepVoterToken(proof.contestId, token);
    forgetProof(proof);
    await onProven();
  });
  useEffect(() => {
    if (token) void goOn();
  }, [token]);

  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'code' | 'number' | null>(null);
  const begin = async (what: 'code' | 'number') => {
    setBusy(what);
    setFailure(null);
    try {
      const { contestId, phone } = proof;
      onProof(await (what === 'code' ? codeFor(contestId, phone) : proofFor(contestId, phone, true)));
    } catch (problem) {
      setFailure(errorText(problem));
    } finally {
      setBusy(null);
    }
  };
  const expired = error instanceof ApiError && error.code === 'CODE_EXPIRED';
  const problem = failure ?? (error instanceof ApiError && !expired ? error.message : null);
  return (
    <div className="space-y-4" data-testid="dial-panel">
      <div className="flex items-start gap-3">
        <PhoneOutgoing aria-hidden className="mt-0.5 size-7 shrink-0 text-gold-text" />
        <div>
          {/* The button that led here is gone: who hears the page is told what is here now. */}
          <h3 ref={takeFocus} tabIndex={-1} className="text-lg outline-none">
            {t.title}
          </h3>
          <p className="mt-1 text-sm text-muted">{t.dialNote(proof.phone, onUnproven !== null)}</p>
        </div>
      </div>
      <div className="space-y-3 rounded-md bg-sunken px-4 py-4 text-center">
        <p className="text-sm text-muted">{t.dialFrom(proof.phone)}</p>
        <p
          className={`text-2xl font-semibold tracking-wide tabular-nums select-all ${expired ? 'line-through opacity-60' : ''}`}
          data-testid="dial-number"
        >
          {dial}
        </p>
        {!expired && (
          <a
            href={`tel:${dial.replace('#', '%23')}`}
            className={buttonClass('gold', 'lg', 'w-full pointer-fine:hidden')}
            data-testid="dial-link"
          >
            <PhoneCall aria-hidden className="size-5" />
            {t.dial}
          </a>
        )}
        <p role="status" className="flex items-center justify-center gap-2 text-sm">
          {!expired && (
            <span className="flex shrink-0">
              <Spinner size="small" decorative />
            </span>
          )}
          {expired ? t.dialExpired : token ? (progress ?? t.dialled) : t.dialWaiting}
        </p>
        {expired && (
          <Button
            className="w-full"
            busy={busy === 'number'}
            onClick={() => void begin('number')}
            data-testid="dial-again"
          >
            {t.dialAgain}
          </Button>
        )}
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
      <p className="text-center text-sm text-muted">{t.or}</p>
      <Button
        variant="outline"
        className="w-full"
        icon={MessageSquareText}
        busy={busy === 'code'}
        disabled={token !== null}
        onClick={() => void begin('code')}
        data-testid="code-by-sms"
      >
        {t.bySms}
      </Button>
      <Button variant="ghost" className="w-full" onClick={onBack} data-testid="code-back">
        {t.otherNumber}
      </Button>
    </div>
  );
}

/** What became of a verification by dialling: told by the socket, and asked for where there is none and when the voter comes back. */
function useDialled(id: string) {
  const link = useLinkState();
  const query = useQuery(dialledQuery(id, link === 'polling'));
  const ask = useEffectEvent(() => void query.refetch());
  useEffect(
    () => subscribe('verification:watch', { id }, { 'verification:confirmed': () => ask() }).stop,
    [id],
  );
  return query;
}
