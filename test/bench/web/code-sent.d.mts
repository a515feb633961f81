/** An event of the browser's debugging protocol. */
export interface NetworkEvent {
  method: string;
  params: unknown;
}

export const KILOBYTE: number;
export const CODE_BUDGET: number;
export const FIRST_LOAD: RegExp;
export function codeSent(events: Iterable<NetworkEvent>): { url: string; bytes: number }[];
