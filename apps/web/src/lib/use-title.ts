import { useEffect } from 'react';
import { brand } from '@/texts/en/common';

/** The page's title in the browser tab: `Contests · Abato`. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title ? `${title} · ${brand.name}` : brand.titleAlone;
  }, [title]);
}
