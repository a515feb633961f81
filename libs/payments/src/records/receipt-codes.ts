/** `7k3m 9qxt` as it was written down, in the one form it is stored in; other texts match no code. */
export function storedCodeOf(reference: string): string {
  const compact = reference.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return `${compact.slice(0, 4)}-${compact.slice(4)}`;
}
