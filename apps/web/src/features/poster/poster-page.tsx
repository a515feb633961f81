import type { PublicContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router-dom';
import { Button } from '@/components/button';
import { LogoMark } from '@/components/logo';
import { Picture } from '@/components/picture';
import { QrCode } from '@/components/qr-code';
import { NotShown } from '@/components/not-shown';
import { formatDate, formatPrice } from '@/lib/format';
import { publicContestQuery } from '@/lib/public-contest';
import { useDialString } from '@/lib/share/dial-string';
import { publicUrl } from '@/lib/share/links';
import { useTitle } from '@/lib/use-title';
import { posterTexts as t } from '@/texts/en/admin-share';
import { brand } from '@/texts/en/common';
import '@/styles/all.css';

/** An A4 page for a contest or, with `?contestant=`, for one contestant; the browser prints it or makes the PDF. */
export function PosterPage() {
  const { contestId = '' } = useParams();
  const query = useQuery(publicContestQuery(contestId));
  if (!query.data) {
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <NotShown query={query} missing={t.notFound} />
      </main>
    );
  }
  return <Poster contest={query.data} />;
}

function Poster({ contest }: { contest: PublicContestView }) {
  const [params] = useSearchParams();
  const wanted = params.get('contestant');
  const category = contest.categories.find(({ contestants }) => contestants.some(({ id }) => id === wanted));
  const contestant = category?.contestants.find(({ id }) => id === wanted);
  const subject = contestant?.name ?? contest.title;
  useTitle(t.pageTitle(subject));
  const dial = useDialString(contestant?.code);
  return (
    <main className="min-h-dvh bg-sunken py-6 print:bg-transparent print:py-0">
      <div className="mx-auto mb-5 w-full max-w-[210mm] px-4 text-right print:hidden">
        <Button icon={Printer} onClick={() => window.print()}>
          {t.print}
        </Button>
      </div>
      <article
        data-testid="poster"
        className="poster stage mx-auto flex w-full max-w-[210mm] flex-col overflow-hidden shadow-lift print:max-w-none print:shadow-none"
      >
        <Picture
          path={contestant?.photo ?? contest.banner}
          box={contestant ? [1280, 1280] : [1280, 720]}
          sizes="100vw"
          name={subject}
          eager
          className={contestant ? 'aspect-square max-h-[140mm] w-full' : 'aspect-16/9 w-full'}
          initialClassName="text-[9rem]"
        />
        <div aria-hidden className="kente h-4" />
        <div className="flex grow flex-col p-[8%]">
          <p className="text-xl font-semibold text-on-night-gold">{contestant ? t.voteFor : t.vote}</p>
          <h1 className="mt-1 text-5xl font-extrabold">{subject}</h1>
          {contestant && (
            <p className="mt-3 text-xl text-on-night-muted">
              {category?.name} · {contest.title}
            </p>
          )}
          {contestant && (
            <p className="mt-6 font-display text-3xl font-bold">
              {t.code} <span className="text-on-night-gold tabular-nums">{contestant.code}</span>
            </p>
          )}
          {dial && (
            <p className="mt-2 text-xl" data-testid="poster-dial">
              {t.dial} <span className="font-bold whitespace-nowrap tabular-nums">{dial}</span>
            </p>
          )}
          <div className="mt-auto flex flex-wrap items-end justify-between gap-8 pt-8">
            <div className="min-w-0 grow basis-56">
              <p className="font-display text-2xl font-bold">{t.scan}</p>
              <p className="mt-1 text-lg">
                {contest.votePrice > 0
                  ? t.price(formatPrice(category?.votePrice ?? contest.votePrice))
                  : t.free}
              </p>
              <p className="mt-1 text-lg text-on-night-muted">{t.until(formatDate(contest.endDate))}</p>
              <p className="mt-6 flex items-center gap-2.5 font-display text-xl font-extrabold">
                <LogoMark className="h-6" />
                {brand.name}
              </p>
            </div>
            <QrCode
              text={publicUrl(contest.id, contestant?.id)}
              label={t.qrLabel(subject)}
              className="w-56 shrink-0 rounded-md"
            />
          </div>
        </div>
      </article>
    </main>
  );
}
