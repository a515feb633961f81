import type { PublicContestantView } from '@abato/contracts';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { nomineeSearchTexts as t } from '@/texts/en/nominee-search';
import { nomineesNamed } from '@/lib/nominees-named';

/** Finds a nominee of a long list. @param onFound told the ids that match; null for all */
export function NomineeSearch({
  contestants,
  onFound,
}: {
  contestants: PublicContestantView[];
  onFound: (ids: ReadonlySet<string> | null) => void;
}) {
  const id = useId();
  const [count, setCount] = useState<number | null>(null);
  const search = (text: string) => {
    const found = text.trim() ? nomineesNamed(text, contestants) : null;
    setCount(found?.size ?? null);
    onFound(found);
  };
  return (
    <search>
      <label htmlFor={id} className="relative block">
        <span className="sr-only">{t.search}</span>
        <Search aria-hidden className="absolute top-3.5 left-3.5 size-5 text-muted" />
        <input
          id={id}
          type="search"
          data-testid="nominee-search"
          autoComplete="off"
          enterKeyHint="search"
          placeholder={t.search}
          onChange={({ target }) => search(target.value)}
          className="block min-h-12 w-full rounded-md border-[1.5px] border-edge bg-raised pr-3.5 pl-11 text-base text-ink placeholder:text-muted"
        />
      </label>
      <p role="status" className={count === 0 ? 'mt-3 font-medium' : 'sr-only'}>
        {count === 0 ? t.notFound : count !== null && t.found(count)}
      </p>
    </search>
  );
}
