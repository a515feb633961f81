import type { EntityManager } from 'typeorm';
import { MOST_HOST_DIFFERENCES } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import type { DifferenceRow } from '../payouts/difference-view.js';

const BALANCE = sqlFile(import.meta.url, './host-balance.sql');

/** What the books say of a host, in pesewas. */
export interface HostFigures {
  payable: number;
  fees: number;
  aside: number;
  review: number;
  with_platform: number;
  received: number;
  left_over: number;
  cash: number;
  returned: number;
  differences: { reference: string; asked: number; told: number | null }[];
  unexplained: DifferenceRow[];
}

export async function readHostFigures(
  sql: Pick<EntityManager, 'query'>,
  hostId: string,
): Promise<HostFigures> {
  const [row] = await sql.query<HostFigures[]>(BALANCE, [hostId, MOST_HOST_DIFFERENCES]);
  return row as HostFigures;
}
