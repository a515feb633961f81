import type { ReactNode } from 'react';
import { Card } from '@/components/card';

/** A part of the money page with its title and what it is about. */
export function MoneyCard({
  texts,
  testId,
  children,
}: {
  texts: { title: string; lead: string };
  testId: string;
  children: ReactNode;
}) {
  return (
    <Card className="grid grid-cols-1 gap-4 p-5 sm:p-6" data-testid={testId}>
      <div>
        <h2 className="text-xl">{texts.title}</h2>
        <p className="mt-1 text-sm text-muted">{texts.lead}</p>
      </div>
      {children}
    </Card>
  );
}
