import type { PaymentAttention } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { AgeCell } from '@/components/admin/age-cell';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Tr } from '@/components/admin/table';
import { Td } from '@/components/cells';
import { errorText } from '@/lib/api';
import { formatCedis } from '@/lib/format';
import { toast } from '@/lib/toast';
import { adminAttention as t } from '@/texts/en/admin-books';
import { downloadEvidence } from './attention-calls';
import type { Decision } from './decision-dialog';

export function AttentionRow({
  payment,
  onDecide,
}: {
  payment: PaymentAttention;
  onDecide: (decision: Decision) => void;
}) {
  const [name, explanation] = t.reasons[payment.reason];
  const held = payment.state === 'REVIEW';
  return (
    <Tr data-testid="attention-row" data-reference={payment.reference}>
      <Td label={t.table.payment} className="min-w-48">
        <div className="min-w-0">
          <p className="font-semibold">{payment.contestTitle}</p>
          <p className="text-muted">{t.table.votes(payment.voteCount, payment.contestantName)}</p>
          <p className="mt-0.5 font-mono text-xs break-all">{payment.reference}</p>
        </div>
      </Td>
      <Td label={t.table.reason} className="min-w-48">
        <div>
          <Badge tone={payment.reason === 'disputed' ? 'blue' : 'yellow'}>{name}</Badge>
          <p className="mt-1 text-sm text-muted">{explanation}</p>
          {payment.refundError && <p className="mt-1 text-sm">{payment.refundError}</p>}
          {payment.notes > 0 && <p className="mt-1 text-xs text-muted">{t.table.notes(payment.notes)}</p>}
        </div>
      </Td>
      <Td label={t.table.asked} className="whitespace-nowrap tabular-nums">
        {formatCedis(payment.amount)}
      </Td>
      <Td label={t.table.taken} className="font-semibold whitespace-nowrap tabular-nums">
        {takenText(payment)}
      </Td>
      <Td label={t.table.since}>
        <AgeCell at={payment.since} />
      </Td>
      <Td label={t.table.actions}>
        <div className="flex flex-wrap gap-2">
          {held && (
            <Button size="sm" onClick={() => onDecide('accept')} data-testid="accept">
              {t.accept}
            </Button>
          )}
          {payment.state !== 'DISPUTED' && (
            <Button size="sm" variant="danger" onClick={() => onDecide('refund')} data-testid="refund">
              {t.refund}
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={() => onDecide('note')} data-testid="note">
            {t.note}
          </Button>
          <EvidenceButton payment={payment} />
        </div>
      </Td>
    </Tr>
  );
}

/** In the currency that was really taken, which is the point of looking. */
function takenText({ takenAmount, takenCurrency }: PaymentAttention): string {
  if (takenAmount === null) return t.table.nothing;
  return takenCurrency && takenCurrency !== 'GHS'
    ? `${takenCurrency} ${takenAmount.toFixed(2)}`
    : formatCedis(takenAmount);
}

function EvidenceButton({ payment }: { payment: PaymentAttention }) {
  const download = useMutation({
    mutationFn: () => downloadEvidence(payment.id, payment.reference),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button
      size="sm"
      variant="outline"
      busy={download.isPending}
      icon={<FileDown aria-hidden className="size-4" />}
      onClick={() => download.mutate()}
      data-testid="evidence"
    >
      {t.evidence}
    </Button>
  );
}
