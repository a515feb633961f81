import type { Receipt } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { formatDateTime } from '@/lib/format';
import { keptReceipt } from '@/lib/kept-receipts';
import { saveFile } from '@/lib/save-file';
import { receiptTexts as t } from '@/texts/en/receipt';
import { statementQuery } from './api';

/** Votes that the log must have by the minute of their statement. What is hidden as a whole cannot be looked up. */
const LACKING = new Set(['WAITING', 'HELD', 'NOT_COUNTED']);

/**
 * The signed statement about a vote: the one that this browser keeps, which the site cannot take back, else the site's.
 * @param receipt undefined when the site knows no such vote
 */
export function Promised({ code, receipt }: { code: string; receipt: Receipt | undefined }) {
  const note = keptReceipt(code) ?? receipt?.statement ?? null;
  const { data: statement } = useQuery(statementQuery(note, receipt?.state));
  if (!note || !statement) return null;
  const isLacking = !receipt || LACKING.has(receipt.state);
  const { voter, ballot } = receipt?.entry ?? {};
  const isAnother = receipt?.entry && statement.commitment && (voter ?? ballot) !== statement.commitment;
  const by = formatDateTime(statement.minute);
  const download = (
    <Button
      variant="outline"
      size="sm"
      className="mt-3"
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => saveFile(new Blob([note], { type: 'text/plain' }), `receipt-${code}.txt`)}
    >
      {t.promise.download}
    </Button>
  );
  if (statement.signature === 'WRONG')
    return (
      <Notice tone="warning" className="mt-5">
        {t.promise.wrong}
      </Notice>
    );
  // The entry of an erased voter that was written later commits to no number.
  return (isLacking && statement.isOver) || (isAnother && !receipt.erased) ? (
    <div data-testid="promise-broken">
      <Notice tone="error" className="mt-5" title={t.promise.brokenTitle}>
        {isAnother ? t.promise.another : t.promise.broken(by)}
        <div>{download}</div>
      </Notice>
    </div>
  ) : (
    <div data-testid="promise">
      <Notice tone="info" className="mt-5">
        {t.promise.text(by)}
        <div>{download}</div>
      </Notice>
    </div>
  );
}
