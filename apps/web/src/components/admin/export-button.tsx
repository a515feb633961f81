import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button';
import { downloadExport, type ExportKind } from '@/lib/admin/export';
import { ApiError, errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
import { adminForms } from '@/texts/en/admin-forms';

/** Offers the CSV file; goes away when the server has no such export. */
export function ExportButton({ contestId, kind }: { contestId: string; kind: ExportKind }) {
  const [missing, setMissing] = useState(false);
  const download = useMutation({
    mutationFn: () => downloadExport(contestId, kind),
    onError: (error) => {
      const absent = error instanceof ApiError && error.status === 404;
      setMissing(absent);
      if (absent) toast.info(adminForms.exportMissing);
      else toast.error(errorText(error));
    },
  });
  if (missing) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      busy={download.isPending}
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => download.mutate()}
      data-testid={`export-${kind}`}
    >
      {adminForms.exportCsv}
    </Button>
  );
}
