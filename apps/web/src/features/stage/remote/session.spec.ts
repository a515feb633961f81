import { afterEach, expect, it } from '@jest/globals';
import { takeToken } from './session';

const kept = globalThis.window;

afterEach(() => {
  globalThis.window = kept;
});

/** A browser at this address, whose address changes as by `history.replaceState`. */
function browserAt(address: string): { url: URL } {
  const page = { url: new URL(address) };
  globalThis.window = {
    get location() {
      return page.url;
    },
    history: {
      state: null,
      replaceState: (_state: unknown, _unused: string, path: string) => {
        page.url = new URL(path, page.url);
      },
    },
  } as unknown as Window & typeof globalThis;
  return page;
}

it('token of a remote’s link leaves the address at once and is the same when the page is drawn again', () => {
  const page = browserAt('https://abato.example/remote#first');
  expect(takeToken()).toBe('first');
  expect(page.url.href).toBe('https://abato.example/remote');
  expect(takeToken()).toBe('first');
});

it('token of a remote’s link is replaced by that of a newer link', () => {
  browserAt('https://abato.example/remote#second');
  expect(takeToken()).toBe('second');
  expect(takeToken()).toBe('second');
});
