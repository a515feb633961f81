import { tabStorage } from '../tab-storage';
import { newUuid } from '../uuid';

/**
 * The idempotency key of each write whose outcome is not known yet, by what is written: pressing again with the same content is the same
 * write, changing anything is another. Of one whose answer was lost, this tab keeps the key beyond a reload, under a fingerprint of the content.
 */
const OPEN_WRITES = 'openWrites';
const underway = new Map<string, string>();

const kept = (): Record<string, string> => tabStorage.read<Record<string, string>>(OPEN_WRITES) ?? {};

/** @param body as it is sent */
export function intentOf(method: string, path: string, body: unknown): string {
  const content =
    body instanceof FormData
      ? JSON.stringify([...body].map(([name, value]) => [name, shown(value)]))
      : body instanceof Blob
        ? shown(body)
        : JSON.stringify(body);
  return fingerprint(`${method} ${path} ${content}`);
}

/** The same until `forgetKey`. */
export function keyOf(intent: string): string {
  const key = underway.get(intent) ?? kept()[intent] ?? newUuid();
  underway.set(intent, key);
  return key;
}

/** The answer was lost. */
export function keepKey(intent: string): void {
  tabStorage.write(OPEN_WRITES, { ...kept(), [intent]: keyOf(intent) });
}

/** What became of it is known: the next write of the same content is another one. */
export function forgetKey(intent: string): void {
  underway.delete(intent);
  const { [intent]: known, ...others } = kept();
  if (!known) return;
  if (Object.keys(others).length) tabStorage.write(OPEN_WRITES, others);
  else tabStorage.remove(OPEN_WRITES);
}

/** Keys of writes of this tab whose answers were lost. */
export const openWrites = (): string[] => Object.values(kept());

/** As `forgetKey`, by the key. */
export function forgetOpenWrite(key: string): void {
  for (const [intent, other] of Object.entries(kept())) if (other === key) forgetKey(intent);
}

function shown(value: FormDataEntryValue | Blob): string {
  if (typeof value === 'string') return value;
  const { name, lastModified } = value as Partial<File>;
  return [name, value.type, value.size, lastModified].join('|');
}

/** 53 bits (cyrb53): enough to tell the few writes of one tab apart, and nothing can be read from it. */
function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
