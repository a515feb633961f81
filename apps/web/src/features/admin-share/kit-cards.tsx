import { MonitorPlay, Printer } from 'lucide-react';
import { StageRemoteButton } from '@/components/admin/stage-remote';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { TextToCopy } from '@/components/text-to-copy';
import { embedUrl } from '@/lib/share/links';
import { adminShare as t } from '@/texts/en/admin-share';
import type { ShareSubject } from './api';

export function PosterCard({ subject }: { subject: ShareSubject }) {
  const query = subject.contestantId ? `?contestant=${subject.contestantId}` : '';
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{t.poster}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">{t.posterHint}</p>
      <ButtonLink
        variant="outline"
        size="sm"
        to={`/contests/${subject.contestId}/poster${query}`}
        target="_blank"
        icon={<Printer aria-hidden className="size-4" />}
        data-testid="open-poster"
      >
        {t.openPoster}
      </ButtonLink>
    </Card>
  );
}

export function StageCard({ contestId, draft }: { contestId: string; draft: boolean }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{t.stage}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">{t.stageHint}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          variant="outline"
          size="sm"
          to={`/contests/${contestId}/stage`}
          target="_blank"
          icon={<MonitorPlay aria-hidden className="size-4" />}
        >
          {t.openStage}
        </ButtonLink>
        {!draft && <StageRemoteButton contestId={contestId} />}
      </div>
    </Card>
  );
}

/** `"` and `<` of a title must not end the attribute on the page that embeds the code. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

export function EmbedCard({ contestId, title }: { contestId: string; title: string }) {
  const code = `<iframe src="${embedUrl(contestId)}" title="${attribute(title)}" width="100%" height="640" loading="lazy" style="border:0"></iframe>`;
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{t.embed}</h2>
      <p className="mt-1 text-sm text-muted">{t.embedHint}</p>
      <TextToCopy
        text={code}
        name={t.embed}
        wraps
        says={{ copy: t.copyCode, copied: t.codeCopied, failed: t.copyFailed }}
      />
    </Card>
  );
}
