import { Card } from '@/components/card';
import { TextToCopy } from '@/components/text-to-copy';
import { receiptTexts as t } from '@/texts/en/receipt';

/** What the check shows and what it does not, and the checkpoint to keep. */
export function Explained({ checkpoint }: { checkpoint: string | null }) {
  return (
    <Card className="mt-5 p-5 sm:p-7">
      <div className="grid gap-6 sm:grid-cols-2">
        <Points title={t.proves} points={t.provesText} />
        <Points title={t.provesNot} points={t.provesNotText} />
      </div>
      {checkpoint && (
        <section aria-labelledby="checkpoint" className="mt-6 border-t border-line pt-5">
          <h2 id="checkpoint" className="text-lg">
            {t.checkpoint}
          </h2>
          <p className="mt-1 text-sm text-muted">{t.checkpointText}</p>
          <TextToCopy
            text={checkpoint}
            name={t.checkpoint}
            says={{ copy: t.keep, copied: t.kept, failed: t.copyFailed }}
            testId="checkpoint"
          />
        </section>
      )}
    </Card>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 list-disc space-y-2 pl-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
