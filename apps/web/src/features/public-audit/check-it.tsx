import { Copy, Download } from 'lucide-react';
import { Button, buttonClass } from '@/components/button';
import { Card } from '@/components/card';
import { copyText } from '@/lib/share/copy';
import { publicAuditTexts } from '@/texts/en/public-audit';

const t = publicAuditTexts.check;

/** How to check a contest without this site. */
export function CheckIt({ contestId, isPublished }: { contestId: string; isPublished: boolean }) {
  const { origin } = window.location;
  const command = [
    `npm run verify -- ${origin}/log/${contestId}`,
    `--totals ${origin}/api/contests/${contestId}/public`,
    `--rules ${origin}/api/contests/${contestId}/rules`,
  ].join(' ');
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-2 text-sm text-muted">{t.inBrowser}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <a href={`/verifier.html#${origin}/log/${contestId}`} className={buttonClass('outline', 'sm')}>
          {t.open}
        </a>
        <a href="/verifier.html" download="verifier.html" className={buttonClass('outline', 'sm')}>
          <Download aria-hidden className="size-4" />
          {t.save}
        </a>
      </div>
      <p className="mt-5 text-sm text-muted">{t.text}</p>
      <pre
        tabIndex={0}
        className="mt-3 rounded-md bg-sunken p-4 font-mono text-xs break-all whitespace-pre-wrap"
        data-testid="verify-command"
      >
        {command}
      </pre>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button
          variant="outline"
          size="sm"
          icon={Copy}
          onClick={() => void copyText(command, t.copied, publicAuditTexts.checkpoint.copyFailed)}
        >
          {t.copy}
        </Button>
      </div>
      {isPublished && <Downloads contestId={contestId} />}
    </Card>
  );
}

/** What the verifier takes where it cannot read the log itself. In the order that keeps entries from being older than their checkpoint. */
function Downloads({ contestId }: { contestId: string }) {
  const files = [
    { path: 'checkpoint', name: `checkpoint-${contestId}.txt`, text: t.files.checkpoint },
    { path: 'key', name: `key-${contestId}.txt`, text: t.files.key },
    { path: 'entries.jsonl', name: '', text: t.files.entries },
  ];
  return (
    <>
      <p className="mt-5 text-sm text-muted">{t.download}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {files.map(({ path, name, text }) => (
          <a
            key={path}
            href={`/log/${contestId}/${path}`}
            download={name}
            className={buttonClass('outline', 'sm')}
          >
            <Download aria-hidden className="size-4" />
            {text}
          </a>
        ))}
      </div>
    </>
  );
}
