import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import '@/styles/all.css';

/** Sign-in pages: the form on paper, the promise on stage. */
export function AuthShell({
  title,
  lead,
  aside,
  wide,
  children,
}: {
  title: string;
  lead: string;
  aside?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const form = (
    <>
      <h1 className="text-3xl font-extrabold">{title}</h1>
      <p className="mt-3 text-muted">{lead}</p>
      <div className="mt-7">{children}</div>
    </>
  );
  if (!aside) {
    return (
      <div className="page-width flex justify-center pt-8 sm:pt-16">
        <div className="w-full max-w-md">{form}</div>
      </div>
    );
  }
  return (
    <div className="page-width grid gap-10 pt-8 sm:pt-12 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-14">
      <div className={wide ? 'w-full' : 'mx-auto w-full max-w-md lg:mx-0 lg:max-w-lg'}>{form}</div>
      <aside className="lg:relative">
        <div className="stage overflow-hidden rounded-xl lg:sticky lg:top-28">
          <div aria-hidden className="kente h-3" />
          <div className="p-7 sm:p-10">{aside}</div>
        </div>
      </aside>
    </div>
  );
}

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="mt-6 space-y-3">
      {points.map((point) => (
        <li key={point} className="flex gap-3">
          <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-on-night-gold" strokeWidth={3} />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}
