import clsx from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { adminForms } from '@/texts/en/admin-forms';

export interface FormPart {
  key: string;
  title: string;
  /** For the rail, where four stand side by side on a phone. */
  short: string;
  hint: string;
  /** Whether what it needs is there. */
  done: boolean;
  /** Whether a field in it was refused: it cannot be folded then. */
  wrong: boolean;
  /** Whether it is folded at first; its fields come with its first opening. */
  folded?: boolean;
  content: ReactNode;
}

const idOf = (key: string) => `part-${key}`;
/** Below the rail, which stays in sight. */
const belowRail =
  'scroll-mt-28 [&_input]:scroll-mt-28 [&_select]:scroll-mt-28 [&_textarea]:scroll-mt-28 [&_button]:scroll-mt-28';

/**
 * The parts of a long form on one page, numbered and foldable, under a rail that says how far one is and leads to each. One press sends
 * the form from wherever one is.
 */
export function FormSections({ parts }: { parts: FormPart[] }) {
  const [folded, setFolded] = useState<readonly string[]>(() =>
    parts.filter((part) => part.folded).map(({ key }) => key),
  );
  const [seen, setSeen] = useState<readonly string[]>(() =>
    parts.filter((part) => !part.folded).map(({ key }) => key),
  );
  const [current, setCurrent] = useState(parts[0]?.key);
  const fold = (key: string, next: boolean) => {
    setFolded((before) => [...before.filter((other) => other !== key), ...(next ? [key] : [])]);
    if (!next) setSeen((before) => [...before, key]);
  };
  const wrongParts = parts
    .filter(({ wrong }) => wrong)
    .map(({ key }) => key)
    .join(' ');
  useEffect(() => {
    // It stays open when the mistake is corrected: nothing folds under the hands of who types.
    const wrong = wrongParts.split(' ');
    setFolded((before) => before.filter((key) => !wrong.includes(key)));
    setSeen((before) => [...before, ...wrong]);
  }, [wrongParts]);
  const go = (key: string) => {
    fold(key, false);
    const heading = document.getElementById(idOf(key));
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <>
      <nav
        aria-label={adminForms.parts}
        className="sticky -top-3 z-10 -mx-5 border-b border-line bg-raised px-3 py-2 sm:-mx-7 sm:px-5"
      >
        <ol className="grid auto-cols-fr grid-flow-col">
          {parts.map(({ key, short, done, wrong }, nr) => (
            <li key={key}>
              <button
                type="button"
                aria-current={key === current ? 'step' : undefined}
                onClick={() => go(key)}
                className={clsx(
                  'group flex min-h-touch w-full flex-col items-center gap-1 rounded-md px-1 py-1 text-xs font-semibold sm:flex-row sm:justify-center sm:gap-2 sm:text-sm',
                  key === current ? 'text-ink' : 'text-muted hover:text-ink',
                )}
                data-testid={`form-step-${key}`}
              >
                <Mark nr={nr + 1} done={done} wrong={wrong} />
                {short}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {parts.map(({ key, title, hint, done, wrong, content }, nr) => {
        const open = wrong || !folded.includes(key);
        return (
          <section key={key} onFocus={() => setCurrent(key)} data-testid={`form-part-${key}`}>
            <h3>
              <button
                type="button"
                id={idOf(key)}
                aria-expanded={open}
                onClick={() => fold(key, open)}
                className="flex min-h-touch w-full scroll-mt-20 items-center gap-3 rounded-md py-1 text-left"
              >
                <Mark nr={nr + 1} done={done} wrong={wrong} />
                <span className="min-w-0 grow">
                  <span className="block text-base leading-tight font-bold">{title}</span>
                  <span className="block font-body text-xs font-normal text-muted">{hint}</span>
                </span>
                <ChevronDown
                  aria-hidden
                  className={clsx('size-5 shrink-0 text-muted', open && 'rotate-180')}
                />
              </button>
            </h3>
            <div hidden={!open} className={clsx('mt-3 grid-cols-1 gap-5', open && 'grid', belowRail)}>
              {(open || seen.includes(key)) && content}
            </div>
          </section>
        );
      })}
    </>
  );
}

/** The number of a part, ticked when it is filled in, and marked when something in it was refused. */
function Mark({ nr, done, wrong }: { nr: number; done: boolean; wrong: boolean }) {
  return (
    <span
      className={clsx(
        'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-bold tabular-nums',
        wrong
          ? 'border-red-text bg-red-soft text-red-text'
          : done
            ? 'border-green-text bg-green-soft text-green-text'
            : 'border-edge text-muted',
      )}
    >
      {wrong ? <span aria-hidden>!</span> : done ? <Check aria-hidden className="size-4" /> : nr}
      {(wrong || done) && (
        <span className="sr-only">{wrong ? adminForms.partWrong : adminForms.partDone} </span>
      )}
    </span>
  );
}

export interface FoldProps {
  title: string;
  hint: string;
  /** Whether it is open at first. */
  isOpen: boolean;
  /** A mistake in it unfolds it. */
  isWrong: boolean;
  testId?: string;
  children: ReactNode;
}

/** A folded part within a part of a form. */
export function Fold({ title, hint, isOpen, isWrong, testId, children }: FoldProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details
      open={open || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-lg border border-line"
      data-testid={testId}
    >
      <summary className="flex min-h-touch cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-2.5">
        <span>
          <span className="block text-sm font-semibold">{title}</span>
          <span className="block text-xs text-muted">{hint}</span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-4">{children}</div>
    </details>
  );
}
