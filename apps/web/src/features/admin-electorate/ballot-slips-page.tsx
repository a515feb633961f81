import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '@/components/button';
import { QrCode } from '@/components/qr-code';
import { newCodesOf } from '@/lib/admin/new-ballot-codes';
import { publicUrl } from '@/lib/share/links';
import { useTitle } from '@/lib/use-title';
import { ballotSlips as t } from '@/texts/en/admin-electorate';
import '@/styles/all.css';

/** Black on white in the dark theme too: it is for paper. */
const PAPER = { background: '#fff', color: '#111' };

/** Slips with one ballot code each, to print and cut out. The codes come from the screen that made them and are nowhere else. */
export function BallotSlipsPage() {
  const { contestId = '' } = useParams();
  const made = newCodesOf(contestId);
  useTitle(t.pageTitle(made?.title ?? ''));
  const back = `/admin/contests/${contestId}?tab=settings`;
  if (!made) {
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
        <h1 className="text-2xl">{t.gone}</h1>
        <p className="text-muted">{t.goneHint}</p>
        <ButtonLink to={back}>{t.back}</ButtonLink>
      </main>
    );
  }
  const url = publicUrl(contestId);
  return (
    <main className="min-h-dvh bg-sunken py-6 print:bg-transparent print:py-0">
      <h1 className="sr-only">{t.pageTitle(made.title)}</h1>
      <div className="mx-auto mb-5 flex w-full max-w-[210mm] flex-wrap justify-between gap-3 px-4 print:hidden">
        <ButtonLink to={back} variant="outline">
          {t.back}
        </ButtonLink>
        <Button icon={Printer} onClick={() => window.print()}>
          {t.print}
        </Button>
      </div>
      <ol
        data-testid="ballot-slips"
        style={PAPER}
        className="mx-auto grid w-full max-w-[210mm] grid-cols-1 shadow-lift sm:grid-cols-2 print:grid-cols-2 print:shadow-none"
      >
        {made.codes.map((code) => (
          <li
            key={code}
            className="flex break-inside-avoid items-center gap-4 border border-dashed border-edge p-4"
          >
            <div className="min-w-0 grow">
              <p className="line-clamp-2 text-sm font-semibold">{made.title}</p>
              <p className="mt-2 text-xs">{t.yourCode}</p>
              <p className="font-mono text-2xl font-bold tracking-wider whitespace-nowrap">{code}</p>
              <p className="mt-2 text-[0.6875rem] leading-snug">{t.secret}</p>
              <p className="mt-1 text-[0.6875rem] leading-snug break-all">
                {t.vote} {url}
              </p>
            </div>
            <QrCode text={url} label={t.qrLabel(made.title)} className="w-24 shrink-0" />
          </li>
        ))}
      </ol>
    </main>
  );
}
