import { Link } from '@/components/link';
import { useTitle } from '@/lib/use-title';
import { legalShell, type LegalText } from '@/texts/en/legal-text';
import { Operator } from './operator';
import '@/styles/all.css';

/** A policy as it should be read: short lines, anchors, and someone to ask. */
export function LegalPage({ text }: { text: LegalText }) {
  useTitle(text.pageTitle);
  return (
    <article className="page-width grid gap-x-14 gap-y-8 pt-8 sm:pt-14 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <header className="lg:col-start-2">
        <h1 className="text-4xl font-extrabold font-tight">{text.title}</h1>
        <p className="mt-3 text-sm text-muted">{text.updated}</p>
        <p className="mt-5 max-w-text text-lg">{text.intro}</p>
      </header>
      <nav
        aria-label={legalShell.contents}
        className="lg:sticky lg:top-28 lg:row-span-2 lg:row-start-1 lg:self-start"
      >
        <p className="text-sm font-semibold">{legalShell.contents}</p>
        <ul className="mt-2 border-l-2 border-line">
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-touch items-center py-1 pl-4 text-sm text-muted no-underline hover:text-ink hover:underline"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-text space-y-9 lg:col-start-2">
        {text.sections.map(({ id, title, paragraphs, items }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-28">
            <h2 id={`${id}-title`} className="text-xl">
              {title}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph.slice(0, 40)} className="mt-3">
                {paragraph}
              </p>
            ))}
            {items && (
              <dl className="mt-3 space-y-2 text-sm">
                {Object.entries(items).map(([name, told]) => (
                  <div key={name} data-stored={name}>
                    <dt className="font-mono font-semibold">{name}</dt>
                    <dd className="text-muted">{told}</dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
        ))}
        <Operator />
        <p className="border-t border-line pt-6 text-muted">
          {legalShell.questions}{' '}
          <Link to="/contact" className="font-semibold text-ink underline underline-offset-4">
            {legalShell.contact}
          </Link>
        </p>
      </div>
    </article>
  );
}
