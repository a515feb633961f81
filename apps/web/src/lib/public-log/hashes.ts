/** SHA-256 and bytes, with what the browser has. Needs a secure context: `crypto.subtle` is absent on plain http. */

const encoder = new TextEncoder();
export type Bytes = Uint8Array<ArrayBuffer>;

export const bytesOf = (text: string): Bytes => encoder.encode(text);

/** @returns null for a text that is not base64 */
export function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

export function toBase64(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes));
}

export const toHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function joinBytes(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function areEqual(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

export async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joinBytes(...parts)));
}
