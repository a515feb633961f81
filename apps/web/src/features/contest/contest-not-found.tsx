import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { contestNotFoundTexts as t } from '@/texts/en/contest-not-found';

export function ContestNotFound() {
  return (
    <div className="page-width pt-12">
      <EmptyState
        headingLevel="h1"
        title={t.title}
        text={t.text}
        action={<ButtonLink to="/contests">{t.back}</ButtonLink>}
      />
    </div>
  );
}
