import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { downloadFile } from '@/lib/admin/export';
import { errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
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
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => download.mutate()}
      data-testid={testId}
    >
      {text}
    </GuardedButton>
  );
}
