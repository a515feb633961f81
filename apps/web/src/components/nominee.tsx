import type { ComponentPropsWithoutRef } from 'react';
import { contestTexts as t } from '@/texts/en/contest';

/*
 * What the card of the app, the first paint and the light page say of a nominee alike. How large and where is theirs to say.
 */

export function NomineeName<E extends 'a' | 'h2' | 'h3'>({
  as,
  name,
  ...rest
}: { as: E; name: string } & Pick<ComponentPropsWithoutRef<'a'>, 'href' | 'className'>) {
  const Element: 'a' | 'h2' | 'h3' = as;
  return <Element {...rest}>{name}</Element>;
}

/** What is typed on feature phones. */
export function NomineeCode({ code, className }: { code: string; className: string }) {
  return (
    <p className={className}>
      {t.code} {code}
    </p>
  );
}
