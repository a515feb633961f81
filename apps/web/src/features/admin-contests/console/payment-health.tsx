import type { ContestConsole } from '@abato/contracts';
import { Badge, type BadgeTone } from '@/components/badge';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { formatCount } from '@/lib/format';
import { adminConsole } from '@/texts/en/admin-console';

const t = adminConsole.payments;
type Health = ContestConsole['payments'];

/** Fewer failures than this are ordinary: cards without money, prompts that are not approved. */
const FEWEST_FAILURES = 5;

/** The worst that is true, in one sentence. */
function verdictOf(payments: Health): [BadgeTone, string] {
  if (payments.recentUnanswered > 0) return ['red', t.unanswered];
  if (payments.recentFailed >= FEWEST_FAILURES && payments.recentFailed > payments.recentPaid)
    return ['red', t.failing];
  if (payments.waitingLong > 0) return ['yellow', t.slow];
  if (payments.recentPaid + payments.recentFailed + payments.waiting === 0) return ['gray', t.quiet];
  return ['green', t.good];
}

/** Whether money comes in. */
export function PaymentHealth({ contestId, payments }: { contestId: string; payments: Health }) {
  const [tone, verdict] = verdictOf(payments);
  const figures: [string, number][] = [
    [t.waiting, payments.waiting],
    [t.waitingLong, payments.waitingLong],
    [t.paid, payments.recentPaid],
    [t.failed, payments.recentFailed],
  ];
  return (
    <Card className="p-5" data-testid="payment-health">
      <h2 className="text-lg">{t.title}</h2>
      <Badge tone={tone} className="mt-2 rounded-lg! text-left whitespace-normal!">
        {verdict}
      </Badge>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-display text-xl font-bold tabular-nums">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink
        variant="outline"
        size="sm"
        className="mt-4 w-full"
        to={`/admin/payments?contest=${contestId}`}
      >
        {t.all}
      </ButtonLink>
    </Card>
  );
}
