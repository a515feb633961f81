import { CircleCheck, CircleX, Copy, Info } from 'lucide-react';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { formatCount } from '@/lib/format';
import { copyText } from '@/lib/share/copy';
import { publicAuditTexts } from '@/texts/en/public-audit';
import type { OpenedCheckpoint } from './api';

const t = publicAuditTexts.checkpoint;
const marks = {
  HOLDS: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green-text" />,
  WRONG: <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-red-text" />,
  UNSUPPORTED: <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow-text" />,
};

/** The newest checkpoint, to keep and to compare. */
export function CheckpointCard({ checkpoint }: { checkpoint: OpenedCheckpoint }) {
  const { size, signature, note } = checkpoint;
  return (
    <Card className="p-5 sm:p-7" data-testid="checkpoint" data-signature={signature}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{t.title}</h2>
        <p className="font-semibold tabular-nums">{t.size(formatCount(size), size)}</p>
      </div>
      <p className="mt-3 flex gap-2.5 text-sm">
        {marks[signature]}
        <span>{t.signature[signature]}</span>
      </p>
      <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-md bg-sunken p-4 font-mono text-xs">
        {note}
      </pre>
      <p className="mt-3 text-sm text-muted">{t.keep}</p>
      <Button
        className="mt-3"
        variant="outline"
        size="sm"
        icon={<Copy aria-hidden className="size-4" />}
        onClick={() => void copyText(note, t.copied, t.copyFailed)}
      >
        {t.copy}
      </Button>
    </Card>
  );
}
