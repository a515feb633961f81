import type { ReactNode } from 'react';
import { PageHeader } from '@/components/page-header';
import { useTitle } from '@/lib/use-title';

/** The head of an organiser's page, which names the browser's tab too. @param tab another name for the tab */
export function AdminHead({
  tab,
  ...head
}: {
  title: string;
  tab?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  useTitle(tab ?? head.title);
  return <PageHeader {...head} />;
}
