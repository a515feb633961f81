import { isUuid } from '@abato/contracts';
import { readPreference, writePreference } from '@/lib/storage';
import { newUuid } from './uuid';

const KEY = 'device';

/** A random number for this browser, kept in its storage: the limit of free votes per device holds on to it, nothing else. */
export function deviceId(): string {
  const known = readPreference(KEY);
  if (isUuid(known)) return known;
  const made = newUuid();
  writePreference(KEY, made);
  return made;
}
