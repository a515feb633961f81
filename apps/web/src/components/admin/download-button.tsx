import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { downloadFile, type BookKind } from '@/lib/admin/books';
import { errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
import { adminForms } from '@/texts/en/admin-forms';
import { GuardedButton } from './guarded-button';

/**
 * Saves what a route answers as a file.
 * @param path below `/api`
 * @param label what it is, where the text alone does not say it
 * @param refusal why there is nothing to save
 */
export function DownloadButton({
  path,
  text,
  label,
  refusal,
  testId,
}: {
  path: string;
  text: string;
  label?: string;
  refusal?: string | undefined;
  testId: string;
}) {
  const download = useMutation({
    mutationFn: () => downloadFile(path),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <GuardedButton
      variant="outline"
      size="sm"
      aria-label={label}
      refusal={refusal}
      busy={download.isPending}
      icon={Download}
      onClick={() => download.mutate()}
      data-testid={testId}
    >
      {text}
    </GuardedButton>
  );
}

const FORMATS = ['csv', 'xlsx'] as const;

/**
 * Offers the files for spreadsheets, and says beforehand when there is nothing in them.
 * @param records how many rows they would have; undefined (not known) lets the server decide
 */
export function ExportButtons({
  contestId,
  kind,
  records,
}: {
  contestId: string;
  kind: BookKind;
  records: number | undefined;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {FORMATS.map((format) => (
        <DownloadButton
          key={format}
          path={`/contests/${encodeURIComponent(contestId)}/export/${kind}.${format}`}
          text={adminForms.exports[format]}
          refusal={records === 0 ? adminForms.exportEmpty : undefined}
          testId={format === 'csv' ? `export-${kind}` : `export-${kind}-${format}`}
        />
      ))}
    </div>
  );
}
