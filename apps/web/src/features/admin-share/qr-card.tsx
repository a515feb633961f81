import { Download } from 'lucide-react';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { QrCode } from '@/components/qr-code';
import { saveFile } from '@/lib/save-file';
import { qrPng, qrSvg, useQrMatrix } from '@/lib/share/qr';
import { toast } from '@/lib/toast';
import { adminShare as t } from '@/texts/en/admin-share';
import type { ShareSubject } from './api';

/** `golden-star-awards` from a title: letters and digits that every system accepts. */
function fileName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\w\s-]/g, '');
  return (
    plain
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, '-')
      .slice(0, 60) || 'abato'
  );
}

export function QrCard({ subject }: { subject: ShareSubject }) {
  const matrix = useQrMatrix(subject.url);
  const name = `${fileName(subject.name)}-qr`;
  const svg = () => matrix && saveFile(new Blob([qrSvg(matrix)], { type: 'image/svg+xml' }), `${name}.svg`);
  const png = () =>
    matrix &&
    void qrPng(matrix).then(
      (file) => saveFile(file, `${name}.png`),
      () => toast.error(t.pngFailed),
    );
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{t.qr}</h2>
      <p className="mt-1 text-sm text-muted">{t.qrHint}</p>
      <QrCode
        text={subject.url}
        label={t.qrLabel(subject.name)}
        className="mx-auto mt-5 w-full max-w-72 rounded-md border border-line"
      />
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Button
          variant="outline"
          size="sm"
          disabled={!matrix}
          icon={<Download aria-hidden className="size-4" />}
          onClick={svg}
          data-testid="qr-svg"
        >
          {t.downloadSvg}
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={!matrix}
          icon={<Download aria-hidden className="size-4" />}
          onClick={png}
          data-testid="qr-png"
        >
          {t.downloadPng}
        </Button>
      </div>
    </Card>
  );
}
