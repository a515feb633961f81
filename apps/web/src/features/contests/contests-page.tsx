import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '@/components/page-header';
import { useTitle } from '@/lib/use-title';
import { contestsTexts as t } from '@/texts/en/contests';
import { ContestGrid } from './contest-grid';

export function ContestsPage() {
  useTitle(t.pageTitle);
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  return (
    <div className="page-width pt-8 sm:pt-12">
      <PageHeader title={t.title} subtitle={t.lead} />
      <ContestGrid
        page={page}
        headingLevel="h2"
        onPage={(next) => {
          setQuery(next > 1 ? { page: String(next) } : {});
          window.scrollTo(0, 0);
        }}
      />
    </div>
  );
}
