import { pagePolicy } from './page-policy.js';

const directives = (env: Parameters<typeof pagePolicy>[2]): Record<string, string> =>
  Object.fromEntries<string>(
    pagePolicy('n', false, env)
      .split('; ')
      .map((text) => [text.split(' ')[0] ?? '', text.slice(text.indexOf(' ') + 1)]),
  );

it('lets a page speak to its own origin only, and show pictures of the store', () => {
  const plain = directives({ PUBLIC_URL: 'https://abato.example', S3_PUBLIC_URL: undefined });
  expect(plain['connect-src']).toBe("'self' wss://abato.example");
  expect(plain['img-src']).toBe("'self' blob:");
  const stored = directives({
    PUBLIC_URL: 'http://localhost:3000',
    S3_PUBLIC_URL: 'https://cdn.example/pictures/',
  });
  expect(stored['connect-src']).toBe("'self' ws://localhost:3000");
  expect(stored['img-src']).toBe("'self' blob: https://cdn.example");
});
