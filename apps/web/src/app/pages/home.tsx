import { TextLink } from '@/components/link';
import { ContestGrid } from '@/features/contests/contest-grid';
import { LiveFigures } from '@/features/home/live-figures';
import { CallToAction, Features, Hero, HowItWorks, Stats } from '@/features/home/sections';
import { useTitle } from '@/lib/use-title';
import { homeTexts as t } from '@/texts/en/home';

/** The home page joins two features, which may not import each other: therefore it is in the app layer. */
export function HomePage() {
  useTitle('');
  return (
    <>
      <Hero />
      <Stats />
      <LiveFigures />
      <section className="page-width">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
          <h2 className="text-3xl font-extrabold">{t.contests.title}</h2>
          <TextLink to="/contests">{t.contests.all}</TextLink>
        </div>
        <ContestGrid headingLevel="h3" limit={6} />
      </section>
      <Features />
      <HowItWorks />
      <CallToAction />
    </>
  );
}
