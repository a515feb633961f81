import { Download, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { keptReceipt } from '@/lib/kept-receipts';
import { saveFile } from '@/lib/save-file';
import { receiptUrl } from '@/lib/share/links';
import { doneTexts as t } from '@/texts/en/after-vote';
import { IconButton } from './button';
import { Link } from './link';
import { QrCode } from './qr-code';

/** Leads from a receipt code to the page that checks its vote in the public log; the QR code takes it to another device. */
export function ReceiptLink({ code }: { code: string }) {
  const [isShown, setShown] = useState(false);
  const statement = keptReceipt(code);
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <Link
          to={`/r/${encodeURIComponent(code)}`}
          className="flex min-h-touch items-center text-sm font-semibold"
        >
          {t.checkInLog}
        </Link>
        <span className="flex items-center">
          {statement && (
            <IconButton
              label={t.download}
              onClick={() => saveFile(new Blob([statement], { type: 'text/plain' }), `receipt-${code}.txt`)}
            >
              <Download aria-hidden className="size-5" />
            </IconButton>
          )}
          <IconButton
            label={isShown ? t.hideQr : t.showQr}
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            <QrIcon aria-hidden className="size-5" />
          </IconButton>
        </span>
      </div>
      {isShown && (
        <QrCode text={receiptUrl(code)} label={t.qr(code)} className="mx-auto my-2 size-40 rounded-md" />
      )}
    </div>
  );
}
