/** Gives unit tests the storage that a browser has; `removeStorage` takes it away. @returns set `isFull`, and it takes no new value */
export function giveStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const values = new Map<string, string>();
  const area = {
    isFull: false,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (area.isFull) throw new Error('full');
      // A browser stores texts only.
      values.set(key, String(value));
    },
    removeItem: (key: string) => void values.delete(key),
  };
  Object.defineProperty(globalThis, name, { value: area, configurable: true });
  return area;
}

export function removeStorage(): void {
  Reflect.deleteProperty(globalThis, 'localStorage');
  Reflect.deleteProperty(globalThis, 'sessionStorage');
}
