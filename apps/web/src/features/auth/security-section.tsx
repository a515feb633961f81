import { secondFactorCodeRules, type SecondFactorSetUp } from '@abato/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { QrCode } from '@/components/qr-code';
import { errorText } from '@/lib/api';
import { useRulesForm } from '@/lib/form';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { securityTexts as t } from '@/texts/en/security';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorQuery,
} from './api';

const showError = (error: unknown) => toast.error(errorText(error));

/** Second factor of the own account: set up, new recovery codes, switch off. */
export function SecuritySection() {
  const { data: state } = useQuery(secondFactorQuery);
  const client = useQueryClient();
  const [setUp, setSetUp] = useState<SecondFactorSetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  const begin = useMutation({ mutationFn: beginSecondFactor, onSuccess: setSetUp, onError: showError });
  const renewal = useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      void refresh();
    },
    onError: showError,
  });
  const off = useMutation({
    mutationFn: disableSecondFactor,
    onSuccess: () => {
      toast.success(t.switchedOff);
      void refresh();
    },
    onError: showError,
  });
  if (!state) return null;
  return (
    <Card className="p-6 sm:p-8" data-testid="security">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-1 text-sm text-muted">{t.text}</p>
      {state.required && !state.enabled && (
        <Notice tone="warning" className="mt-4">
          {t.required}
        </Notice>
      )}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {!codes && state.enabled && (
        <div className="mt-5">
          <p className="font-semibold text-green-text">{t.enabled}</p>
          <p className="mt-1 text-sm text-muted">{t.codesLeft(state.recoveryCodesLeft)}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="outline" busy={renewal.isPending} onClick={() => renewal.mutate()}>
              {t.newCodes}
            </Button>
            {!state.required && (
              <Button
                variant="outline"
                busy={off.isPending}
                onClick={() => off.mutate()}
                data-testid="second-factor-off"
              >
                {t.switchOff}
              </Button>
            )}
          </div>
        </div>
      )}
      {!codes && !state.enabled && !setUp && (
        <Button
          className="mt-5"
          busy={begin.isPending}
          onClick={() => begin.mutate()}
          data-testid="second-factor-setup"
        >
          {t.setUp}
        </Button>
      )}
      {!codes && setUp && (
        <Confirm
          setUp={setUp}
          onConfirmed={(recoveryCodes) => {
            setSetUp(null);
            setCodes(recoveryCodes);
            void refresh();
          }}
        />
      )}
    </Card>
  );
}

function Confirm({
  setUp,
  onConfirmed,
}: {
  setUp: SecondFactorSetUp;
  onConfirmed: (recoveryCodes: string[]) => void;
}) {
  const { renew } = useSession();
  const form = useRulesForm<{ code: string }>({ rules: secondFactorCodeRules, defaultValues: { code: '' } });
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmSecondFactor(code),
    onSuccess: (answer) => {
      renew(answer);
      toast.success(t.switchedOn);
      onConfirmed(answer.recoveryCodes);
    },
    onError: form.showFailure,
  });
  const submit = form.handleSubmit((values) => confirm.mutate(values));
  return (
    <div className="mt-5 grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <QrCode text={setUp.uri} label={t.qrLabel} className="w-48 rounded-md" />
      <div>
        <p>{t.scan}</p>
        <p className="mt-3 text-sm text-muted">{t.secret}</p>
        <code className="break-all" data-testid="second-factor-secret">
          {setUp.secret}
        </code>
        <form onSubmit={(event) => void submit(event)} noValidate className="mt-4 space-y-4">
          <TextField
            label={t.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('code')}
          />
          <Button type="submit" busy={confirm.isPending} data-testid="second-factor-confirm">
            {t.confirm}
          </Button>
        </form>
      </div>
    </div>
  );
}

/** Shown once: only digests are stored. */
function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <div className="mt-5">
      <Notice tone="warning" title={t.codesTitle}>
        {t.codesText}
      </Notice>
      <ul className="mt-4 grid gap-1 font-mono sm:grid-cols-2" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button className="mt-4" onClick={onKept} data-testid="codes-kept">
        {t.codesKept}
      </Button>
    </div>
  );
}
