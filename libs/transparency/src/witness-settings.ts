import { NOTE_KEY_TYPES, type NoteKey, readNoteKey } from '@abato/platform';

/** Keys of `LOG_WITNESSES`. */
export function knownWitnesses(setting: string): NoteKey[] {
  return setting
    .split(',')
    .map((line) => readNoteKey(line.trim(), NOTE_KEY_TYPES.cosignature))
    .filter((key) => key !== null);
}

/** Addresses of `LOG_WITNESS_URLS` by the name of the witness, without a slash at the end. */
export function witnessAddresses(setting: string): Map<string, string> {
  return new Map(
    setting
      .split(',')
      .filter(Boolean)
      .map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [
          pair.slice(0, at).trim(),
          pair
            .slice(at + 1)
            .trim()
            .replace(/\/+$/, ''),
        ];
      }),
  );
}
