import { formatCedis, type ChargePaymentResult, type PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleX,
  CircleQuestionMark,
  ExternalLink,
  Hourglass,
  Smartphone,
  Ticket,
} from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '@/components/button';
import { useNow } from '@/lib/use-now';
import { mobileMoneyTexts as t } from '@/texts/en/mobile-money';
import { chargeProgressQuery } from '../api';
import { mayChargeAgain, PROMPT_MS, type Charge } from '../charge';
import { ChargeQuestion } from './charge-question';
import { PayDeadline } from './pay-deadline';

/** From the prompt on the phone to the counted vote, each state in plain words. */
export function ChargePanel({
  charge,
  contest,
  onCounted,
  onAgain,
}: {
  charge: Charge;
  contest: PublicContestView;
  onCounted: () => void;
  /** Back to the form: the same vote, asked once more. */
  onAgain: () => void;
}) {
  const navigate = useNavigate();
  const now = useNow();
  const { data } = useQuery(chargeProgressQuery(charge));

  const finish = useEffectEvent(() => {
    onCounted();
    void navigate(`/payment/verify?reference=${encodeURIComponent(charge.reference)}`);
  });
  useEffect(() => {
    if (data.counted) finish();
  }, [data.counted]);

  const left = Math.max(0, charge.startedAt + PROMPT_MS - now);
  const asking = data.step !== 'done' && data.step !== 'failed';
  const expired = asking && left === 0;
  const may = data.step === 'failed' || (expired && mayChargeAgain(charge, now));
  return (
    <div data-testid="charge-step" data-step={expired ? 'expired' : data.step} className="space-y-4">
      <div aria-live="polite" className="flex flex-col items-center gap-3 text-center">
        {icons[expired ? 'wait' : data.step]}
        <h3 className="text-xl">{t.title[expired ? 'expired' : data.step]}</h3>
        <p>{expired ? t.expired : data.message}</p>
      </div>
      <p className="text-center text-sm text-muted">
        {t.asked(formatCedis(charge.amount), charge.phone, t.networks[charge.network])}
        <span className="mt-0.5 block text-xs break-all">{t.reference(charge.reference)}</span>
      </p>
      {asking && <PayDeadline contest={contest} byPrompt={data.step !== 'open_page'} />}
      {!expired && <ChargeQuestion reference={charge.reference} step={data.step} />}
      {data.step === 'open_page' && data.url && !expired && (
        <a
          href={data.url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('gold', 'md', 'w-full')}
          data-testid="open-bank-page"
        >
          {t.openPage}
        </a>
      )}
      {asking && !expired && <Countdown left={left} />}
      {data.step === 'failed' || expired ? (
        <Button className="w-full" disabled={!may} onClick={onAgain} data-testid="charge-again">
          {t.again}
        </Button>
      ) : (
        <p className="text-center text-xs text-muted">{t.leave}</p>
      )}
    </div>
  );
}

const question = <CircleQuestionMark aria-hidden className="size-12 text-gold-text" />;
const icons: Record<ChargePaymentResult['step'], ReactNode> = {
  approve_on_phone: <Smartphone aria-hidden className="size-12 text-gold-text" />,
  enter_voucher: <Ticket aria-hidden className="size-12 text-gold-text" />,
  enter_pin: question,
  enter_phone: question,
  enter_birthday: question,
  enter_address: question,
  open_page: <ExternalLink aria-hidden className="size-12 text-gold-text" />,
  wait: <Hourglass aria-hidden className="size-12 text-yellow-text" />,
  done: <CircleCheck aria-hidden className="size-12 text-green-text" />,
  failed: <CircleX aria-hidden className="size-12 text-red-text" />,
};

/** @param left milliseconds */
function Countdown({ left }: { left: number }) {
  const seconds = Math.ceil(left / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className="space-y-2">
      <p className="flex items-baseline justify-between gap-4 text-sm">
        <span className="text-muted">{t.countdown}</span>
        <span
          role="timer"
          data-testid="charge-countdown"
          className="font-display text-lg font-bold tabular-nums"
        >
          {text}
        </span>
      </p>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset">
        <div
          className="h-full origin-left rounded-full bg-gold-deep transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${left / PROMPT_MS})` }}
        />
      </div>
    </div>
  );
}
