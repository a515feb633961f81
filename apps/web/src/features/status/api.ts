import { STATUS_SECONDS, type StatusView } from '@abato/contracts';
import { reads } from '@/lib/read';

/** GET /status. */
export const statusQuery = reads<StatusView>(['status'], '/status', {
  refetchInterval: STATUS_SECONDS * 2000,
});
