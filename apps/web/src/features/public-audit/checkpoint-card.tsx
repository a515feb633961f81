import { CircleCheck, CircleX, Info } from 'lucide-react';
import { Card } from '@/components/card';
import { Notice } from '@/components/notice';
import { TextToCopy } from '@/components/text-to-copy';
import { formatCount, formatDateTime } from '@/lib/format';
import { publicAuditTexts } from '@/texts/en/public-audit';
import type { Cosigned, Unread } from '@/lib/public-log/cosigned';
import type { OpenedCheckpoint } from './api';

const t = publicAuditTexts.checkpoint;
const marks = {
  HOLDS: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green-text" />,
  WRONG: <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-red-text" />,
  UNSUPPORTED: <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow-text" />,
  UNREADABLE: <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow-text" />,
};

/** The newest checkpoint, to keep and to compare. */
export function CheckpointCard({
  checkpoint,
  witnesses,
}: {
  checkpoint: OpenedCheckpoint;
  /** Undefined while they are not known, UNREADABLE when it cannot be told who they are. */
  witnesses: readonly (Cosigned | Unread)[] | 'UNREADABLE' | undefined;
}) {
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
      {witnesses === 'UNREADABLE' && (
        <Notice tone="warning" className="mt-3">
          {t.witnessesUnreadable}
        </Notice>
      )}
      {witnesses && witnesses !== 'UNREADABLE' && <Witnesses witnesses={witnesses} />}
      <p className="mt-3 text-sm text-muted">{t.keep}</p>
      <TextToCopy
        text={note}
        name={t.title}
        says={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }}
      />
    </Card>
  );
}

/** Who else says that the log was like this, and when. */
function Witnesses({ witnesses }: { witnesses: readonly (Cosigned | Unread)[] }) {
  if (!witnesses.length) return <p className="mt-2 text-sm text-muted">{t.noWitness}</p>;
  return (
    <ul className="mt-2 space-y-2 text-sm" data-testid="witnesses">
      {witnesses.map((one) => (
        <li key={one.witness} className="flex gap-2.5">
          {marks[one.cosignature]}
          <span className="min-w-0 wrap-anywhere">{sentenceOf(one)}</span>
        </li>
      ))}
    </ul>
  );
}

function sentenceOf({ witness, cosignature, at, size }: Cosigned | Unread): string {
  if (cosignature === 'UNREADABLE') return t.witness.UNREADABLE(witness);
  if (cosignature === 'WRONG' || !at) return t.witness.WRONG(witness);
  return t.witness[cosignature](witness, t.size(formatCount(size), size), formatDateTime(at.toISOString()));
}
