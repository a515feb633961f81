import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, errorText } from '@/lib/api';
import { toast } from '@/lib/toast';
import { adminKeys } from './api';

export interface AdminActionOptions<V, R> {
  run: (input: V) => Promise<R>;
  /** What the toast says afterwards. */
  success: string | ((input: V, result: R) => string);
  /** After the toast and before everything is read again: leave a page whose subject is gone, close a dialog. */
  onDone?: (result: R) => void;
  /** Forms show their failures themselves, field by field. */
  quietFailure?: boolean;
}

/** One change by an organiser: a toast says how it went, and whatever the screens show is read again. */
export function useAdminAction<V, R>({ run, success, onDone, quietFailure }: AdminActionOptions<V, R>) {
  const client = useQueryClient();
  const readAgain = async () => {
    // An answer that is on its way may be from before the change. Where it is the first one, it would be waited for and taken.
    await client.cancelQueries({ queryKey: adminKeys.all });
    await client.invalidateQueries({ queryKey: adminKeys.all });
  };
  return useMutation({
    mutationFn: run,
    onSuccess: async (result, input) => {
      toast.success(typeof success === 'string' ? success : success(input, result));
      onDone?.(result);
      await readAgain();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ANSWER_LOST') void readAgain();
      if (!quietFailure) toast.error(errorText(error));
    },
  });
}
