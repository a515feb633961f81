import type { ContestConsole, ContestView } from '@abato/contracts';
import clsx from 'clsx';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Link } from '@/components/link';
import { Picture } from '@/components/picture';
import { RollingNumber } from '@/components/rolling-number';
import { barShare } from '@/lib/bar-share';
import { formatOrdinal, formatPercent } from '@/lib/format';
import { adminConsole } from '@/texts/en/admin-console';

const t = adminConsole.standings;
const FOLDED_ROWS = 5;

type Category = ContestConsole['categories'][number];
type Standing = Category['contestants'][number];

/** The counts as they are now, whatever the public sees. */
export function Standings({ contest, categories }: { contest: ContestView; categories: Category[] }) {
  return (
    <section data-testid="standings">
      <h2 className="text-2xl">{contest.status === 'ENDED' ? t.titleAfter : t.title}</h2>
      <p className="mt-1 flex items-center gap-2 text-sm text-muted">
        {!contest.showResults && <EyeOff aria-hidden className="size-4 shrink-0" />}
        {!contest.showResults ? t.hidden : contest.status === 'ENDED' ? t.ended : t.shown}
      </p>
      <div className="mt-4 grid gap-5">
        {categories.map((category) => (
          <CategoryStandings
            key={category.id}
            contestId={contest.id}
            category={category}
            isOver={contest.status === 'ENDED'}
          />
        ))}
      </div>
    </section>
  );
}

function CategoryStandings({
  contestId,
  category,
  isOver,
}: {
  contestId: string;
  category: Category;
  isOver: boolean;
}) {
  const [all, setAll] = useState(false);
  const { contestants } = category;
  const rows = all ? contestants : contestants.slice(0, FOLDED_ROWS);
  const most = contestants[0]?.votes ?? 0;
  return (
    <Card className="p-5" data-testid={`standings-${category.id}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-lg">{category.name}</h3>
        <p className="text-sm text-muted tabular-nums">
          {t.votes(category.votes)} ·{' '}
          <Link
            to={`/admin/contests/${contestId}/categories/${category.id}`}
            aria-label={t.manageNamed(category.name)}
            className="font-semibold underline underline-offset-4"
          >
            {t.manage}
          </Link>
        </p>
      </div>
      {rows.length === 0 && <p className="mt-3 text-sm text-muted">{t.empty}</p>}
      <ol className="mt-3 grid gap-3">
        {rows.map((person) => (
          <Row key={person.id} person={person} most={most} isOver={isOver} />
        ))}
      </ol>
      {contestants.length > FOLDED_ROWS && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t.fewer : t.all(contestants.length)}
        </Button>
      )}
    </Card>
  );
}

function Row({ person, most, isOver }: { person: Standing; most: number; isOver: boolean }) {
  const leads = person.rank === 1 && most > 0;
  return (
    <li
      className="grid grid-cols-[2.5rem_auto_minmax(0,1fr)] items-center gap-x-3"
      data-testid={`standing-${person.id}`}
    >
      <span
        className={clsx(
          'font-display text-lg font-bold tabular-nums',
          leads ? 'text-gold-text' : 'text-muted',
        )}
      >
        {most > 0 ? formatOrdinal(person.rank) : '–'}
      </span>
      <Picture
        path={person.photo}
        box={[44, 44]}
        name={person.name}
        className="size-11 rounded-md"
        initialClassName="text-lg"
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 font-semibold break-words">{person.name}</span>
          <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">
            <RollingNumber value={person.votes} testId={`standing-votes-${person.id}`} />{' '}
            <span className="text-sm font-normal text-muted">{formatPercent(person.percentage)}</span>
          </span>
        </div>
        <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-sunken">
          <div
            className={clsx(
              'h-full rounded-full transition-[width] duration-(--motion-slow)',
              leads ? 'bg-gold' : 'bg-edge',
            )}
            style={{ width: barShare(person.votes, most) }}
          />
        </div>
        {most > 0 && (
          <p className="mt-0.5 text-xs text-muted tabular-nums">
            {leads ? (isOver ? t.first : t.leading) : t.behind(most - person.votes)}
          </p>
        )}
      </div>
    </li>
  );
}
