import type { PublicFigures } from '@abato/contracts';
import { reads } from '@/lib/read';

const REREAD_MS = 60_000;

/** GET /contests/public/figures. */
export const publicFiguresQuery = reads<PublicFigures>(['public-figures'], '/contests/public/figures', {
  refetchInterval: REREAD_MS,
});
