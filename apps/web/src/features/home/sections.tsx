import { ChartNoAxesCombined, ShieldCheck, Zap } from 'lucide-react';
import { ButtonLink } from '@/components/button';
import { homeTexts as t } from '@/texts/en/home';

export function Hero() {
  return (
    <section className="stage overflow-hidden">
      <div className="page-width grid items-center gap-x-10 gap-y-4 pt-10 pb-10 sm:pt-12 lg:grid-cols-[1.25fr_1fr]">
        <div>
          <p className="font-semibold text-on-night-gold">{t.hero.eyebrow}</p>
          <h1 className="mt-3 text-5xl font-extrabold font-tight lg:text-[length:min(5.75rem,5.2vw,10dvh)]">
            {t.hero.title}
          </h1>
          <p className="mt-5 max-w-xl text-lg text-on-night-muted">{t.hero.lead}</p>
          <div className="mt-6 flex flex-col gap-3 sm:flex-row">
            <ButtonLink to="/contests" size="lg">
              {t.hero.browse}
            </ButtonLink>
            <ButtonLink to="/register" size="lg" variant="outline">
              {t.hero.start}
            </ButtonLink>
          </div>
        </div>
        <Podium className="mx-auto -mb-10 w-full max-w-sm lg:max-w-none" />
      </div>
      <div aria-hidden className="kente h-4" />
    </section>
  );
}

/** The ranks on the columns of the picture, in the app's own type. */
const RANKS = [
  { rank: '1', x: 250, y: 194, fill: '#24150a' },
  { rank: '2', x: 100, y: 284, fill: '#ffffff' },
  { rank: '3', x: 420, y: 334, fill: '#ffffff' },
];

/** Three columns of woven cloth under stage lights. */
function Podium({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 520 460" className={`podium ${className}`} aria-hidden focusable="false">
      {RANKS.map(({ rank, ...place }) => (
        <text
          key={rank}
          {...place}
          textAnchor="middle"
          fontFamily="'Bricolage Grotesque Variable', sans-serif"
          fontWeight="800"
          fontSize="44"
        >
          {rank}
        </text>
      ))}
    </svg>
  );
}

export function Stats() {
  return (
    <dl className="page-width grid grid-cols-3 gap-4 pt-8 text-center sm:pt-12">
      {t.stats.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-xs text-muted sm:text-base">{label}</dt>
          <dd className="font-display text-3xl font-extrabold font-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const featureIcons = [ShieldCheck, Zap, ChartNoAxesCombined];

export function Features() {
  return (
    <section className="page-width pt-section">
      <h2 className="max-w-text text-3xl font-extrabold">{t.features.title}</h2>
      <ul className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {t.features.items.map(({ title, text }, index) => {
          const Icon = featureIcons[index] ?? Zap;
          return (
            <li key={title} className="border-t-4 border-gold pt-5">
              <Icon aria-hidden className="size-8 text-gold-text" strokeWidth={1.75} />
              <h3 className="mt-4 text-xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function HowItWorks() {
  return (
    <section className="mt-section bg-sunken py-section">
      <div className="page-width">
        <h2 className="text-3xl font-extrabold">{t.how.title}</h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3">
          {t.how.steps.map(({ title, text }, index) => (
            <li key={title} className="relative flex gap-5 md:block">
              <span
                aria-hidden
                className="grid size-14 shrink-0 place-items-center rounded-md bg-night font-display text-2xl font-extrabold text-gold"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl md:mt-5">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function CallToAction() {
  return (
    <section className="page-width pt-section">
      <div className="stage overflow-hidden rounded-xl">
        <div className="flex flex-col items-start gap-6 p-7 sm:p-12 lg:flex-row lg:items-center lg:justify-between">
          <div className="max-w-2xl">
            <h2 className="text-3xl font-extrabold">{t.cta.title}</h2>
            <p className="mt-3 text-lg text-on-night-muted">{t.cta.text}</p>
          </div>
          <ButtonLink to="/register" size="lg" className="shrink-0">
            {t.cta.action}
          </ButtonLink>
        </div>
        <div aria-hidden className="kente h-3" />
      </div>
    </section>
  );
}
