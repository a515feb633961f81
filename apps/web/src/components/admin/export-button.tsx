import { type ExportFormat, type ExportKind, exportPath } from '@/lib/admin/export';
import { adminForms } from '@/texts/en/admin-forms';
import { DownloadButton } from './download-button';

const FORMATS: readonly ExportFormat[] = ['csv', 'xlsx'];

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
  kind: ExportKind;
  records: number | undefined;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {FORMATS.map((format) => (
        <DownloadButton
          key={format}
          path={exportPath(contestId, kind, format)}
          text={adminForms.exports[format]}
          refusal={records === 0 ? adminForms.exportEmpty : undefined}
          testId={format === 'csv' ? `export-${kind}` : `export-${kind}-${format}`}
        />
      ))}
    </div>
  );
}
