import { toast } from '@/lib/toast';

/** Copies, and says whether it worked: over plain HTTP and in some in-app browsers there is no clipboard. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(failed);
  }
}
