import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { downloadExport, type ExportKind } from '@/lib/admin/export';
import { errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
import { adminForms } from '@/texts/en/admin-forms';
import { GuardedButton } from './guarded-button';

/**
 * Offers the CSV file, and says beforehand when there is nothing in it.
 * @param records how many rows it would have; undefined (not known) lets the server decide
 */
export function ExportButton({
  contestId,
  kind,
  records,
}: {
  contestId: string;
  kind: ExportKind;
  records: number | undefined;
}) {
  const download = useMutation({
    mutationFn: () => downloadExport(contestId, kind),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <GuardedButton
      variant="outline"
      size="sm"
      refusal={records === 0 ? adminForms.exportEmpty : undefined}
      busy={download.isPending}
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => download.mutate()}
      data-testid={`export-${kind}`}
    >
      {adminForms.exportCsv}
    </GuardedButton>
  );
}
