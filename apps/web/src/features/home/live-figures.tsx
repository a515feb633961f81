import type { PublicFigures } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { reads } from '@/lib/api';
import { homeTexts } from '@/texts/en/home';

const t = homeTexts.live;
/** What this installation really counts, below the texts. Figures that cannot be read are not replaced by any. */
export function LiveFigures() {
  const { data, isError } = useQuery(publicFiguresQuery);
  return (
    <p
      aria-label={t.label}
      role="group"
      data-testid="live-figures"
      className="page-width flex min-h-18 flex-wrap items-center justify-center gap-x-5 gap-y-1 pt-4 pb-8 text-center text-sm text-muted tabular-nums sm:pb-12"
    >
      {data ? (
        [t.open(data.openContests), t.hosts(data.hosts), t.votes(data.votes)].map((text, index) => (
          <span key={text} className="inline-flex items-center gap-2">
            {index === 0 && <span aria-hidden className="size-2.5 rounded-full bg-[#3ccf8b]" />}
            {text}
          </span>
        ))
      ) : (
        <span>{isError ? t.unread : t.loading}</span>
      )}
    </p>
  );
}

const REREAD_MS = 60_000;

/** GET /contests/public/figures. */
const publicFiguresQuery = reads<PublicFigures>(['public-figures'], '/contests/public/figures', {
  refetchInterval: REREAD_MS,
});
