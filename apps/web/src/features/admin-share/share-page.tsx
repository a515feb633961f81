import type { CategoryView, ContestantView, ContestView } from '@abato/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Copy, Download, MonitorPlay, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { AdminHead, BackLink } from '@/components/admin/admin-head';
import { Loaded } from '@/components/admin/loaded';
import { StageRemoteButton } from '@/components/admin/stage-remote';
import { Button, buttonClass, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { controlClass, SelectField } from '@/components/field';
import { Notice } from '@/components/notice';
import { QrCode } from '@/components/qr-code';
import { TextToCopy } from '@/components/text-to-copy';
import { categoryListQuery, contestantChoiceQuery, contestQuery } from '@/lib/admin/api';
import { saveFile } from '@/lib/save-file';
import { copyText } from '@/lib/share/copy';
import { useDialString } from '@/lib/share/dial-string';
import { embedUrl, publicUrl, shareLinks } from '@/lib/share/links';
import { qrPng, qrSvg, useQrMatrix } from '@/lib/share/qr';
import { toast } from '@/lib/toast';
import { adminShare as t } from '@/texts/en/admin-share';

export function SharePage() {
  const { contestId = '' } = useParams();
  const query = useQuery(contestQuery(contestId));
  return (
    <>
      <BackLink to={`/admin/contests/${contestId}`}>{t.back}</BackLink>
      <Loaded query={query}>
        {(contest) => (
          <>
            <AdminHead title={t.title} tab={t.pageTitle(contest.title)} subtitle={contest.title} />
            <ShareKit contest={contest} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** A contest's categories with their contestants, in their own order; contestants appear as they arrive. */
function useContestants(contestId: string): { category: CategoryView; contestants: ContestantView[] }[] {
  const categories = useQuery(categoryListQuery(contestId)).data?.data ?? [];
  const contestants = useQueries({ queries: categories.map(({ id }) => contestantChoiceQuery(id)) });
  return categories.map((category, index) => ({
    category,
    contestants: contestants[index]?.data?.data ?? [],
  }));
}

/** Everything that brings voters to a contest: link, QR code, poster, stage and embed. */
export function ShareKit({ contest }: { contest: ContestView }) {
  const [contestantId, setContestantId] = useState('');
  const categories = useContestants(contest.id);
  const contestant = categories
    .flatMap(({ contestants }) => contestants)
    .find(({ id }) => id === contestantId);
  const dial = useDialString(contestant?.code);
  const subject: ShareSubject = {
    contestId: contest.id,
    contestantId: contestant?.id,
    name: contestant?.name ?? contest.title,
    url: publicUrl(contest.id, contestant?.id),
    text: contestant ? t.contestantText(contestant.name, contest.title, dial) : t.contestText(contest.title),
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      {contest.status === 'DRAFT' && <Notice tone="warning" title={t.draft} />}
      <SelectField
        label={t.what}
        value={contestantId}
        onChange={(event) => setContestantId(event.target.value)}
        blank={t.wholeContest}
        data-testid="share-subject"
      >
        {categories.map(({ category, contestants }) => (
          <optgroup key={category.id} label={category.name}>
            {contestants.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <LinkCard subject={subject} />
      <div className="grid gap-6 lg:grid-cols-2">
        <QrCard subject={subject} />
        <div className="grid grid-cols-1 content-start gap-6">
          <PosterCard subject={subject} />
          <StageCard contestId={contest.id} draft={contest.status === 'DRAFT'} />
        </div>
      </div>
      <EmbedCard contestId={contest.id} title={contest.title} />
    </div>
  );
}

/** What is shared: the contest, or one contestant in it. */
interface ShareSubject {
  contestId: string;
  contestantId?: string;
  /** Its name, for labels and file names. */
  name: string;
  url: string;
  /** What the networks' forms start with. */
  text: string;
}

function ShareCard({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-xl">{title}</h2>
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      {children}
    </Card>
  );
}

function LinkCard({ subject }: { subject: ShareSubject }) {
  return (
    <ShareCard title={t.link}>
      <div className="mt-3 flex flex-wrap gap-3">
        <input
          readOnly
          aria-label={t.link}
          value={subject.url}
          onFocus={(event) => event.target.select()}
          className={`${controlClass} grow basis-72 sm:w-auto`}
          data-testid="share-link"
        />
        <Button
          icon={Copy}
          onClick={() => void copyText(subject.url, t.copied, t.copyFailed)}
          data-testid="copy-link"
        >
          {t.copy}
        </Button>
      </div>
      <ul className="mt-4 flex flex-wrap gap-3">
        {shareLinks(subject.url, subject.text).map(({ network, href }) => (
          <li key={network}>
            <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass('outline', 'sm')}>
              {t.shareOn(network)}
            </a>
          </li>
        ))}
      </ul>
    </ShareCard>
  );
}

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

function QrCard({ subject }: { subject: ShareSubject }) {
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
    <ShareCard title={t.qr} hint={t.qrHint}>
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
          icon={Download}
          onClick={svg}
          data-testid="qr-svg"
        >
          {t.downloadSvg}
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={!matrix}
          icon={Download}
          onClick={png}
          data-testid="qr-png"
        >
          {t.downloadPng}
        </Button>
      </div>
    </ShareCard>
  );
}

function PosterCard({ subject }: { subject: ShareSubject }) {
  const query = subject.contestantId ? `?contestant=${subject.contestantId}` : '';
  return (
    <ShareCard title={t.poster} hint={t.posterHint}>
      <ButtonLink
        className="mt-4"
        variant="outline"
        size="sm"
        to={`/contests/${subject.contestId}/poster${query}`}
        target="_blank"
        icon={Printer}
        data-testid="open-poster"
      >
        {t.openPoster}
      </ButtonLink>
    </ShareCard>
  );
}

function StageCard({ contestId, draft }: { contestId: string; draft: boolean }) {
  return (
    <ShareCard title={t.stage} hint={t.stageHint}>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink
          variant="outline"
          size="sm"
          to={`/contests/${contestId}/stage`}
          target="_blank"
          icon={MonitorPlay}
        >
          {t.openStage}
        </ButtonLink>
        {!draft && <StageRemoteButton contestId={contestId} />}
      </div>
    </ShareCard>
  );
}

/** `"` and `<` of a title must not end the attribute on the page that embeds the code. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function EmbedCard({ contestId, title }: { contestId: string; title: string }) {
  const code = `<iframe src="${embedUrl(contestId)}" title="${attribute(title)}" width="100%" height="640" loading="lazy" style="border:0"></iframe>`;
  return (
    <ShareCard title={t.embed} hint={t.embedHint}>
      <TextToCopy
        text={code}
        name={t.embed}
        wraps
        says={{ copy: t.copyCode, copied: t.codeCopied, failed: t.copyFailed }}
      />
    </ShareCard>
  );
}
