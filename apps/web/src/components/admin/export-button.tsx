import { type ExportKind, exportPath } from '@/lib/admin/export';
import { adminForms } from '@/texts/en/admin-forms';
import { DownloadButton } from './download-button';

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
  return (
    <DownloadButton
      path={exportPath(contestId, kind)}
      text={adminForms.exportCsv}
      refusal={records === 0 ? adminForms.exportEmpty : undefined}
      testId={`export-${kind}`}
    />
  );
}
