import { createHash } from 'node:crypto';
import { inlineScriptsOf, pagePolicy } from './page-policy.js';

const PAGE =
  '<script nonce="n">theme()</script><script type="application/json">{}</script><script type="module" src="/a.js"></script>';

const directives = (env: Parameters<typeof pagePolicy>[2]): Record<string, string> =>
  Object.fromEntries<string>(
    pagePolicy({ scripts: inlineScriptsOf(PAGE), nonce: 'n' }, false, env)
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

it('allows the scripts that stand in the page by their digest, and none by a word that the page shows', () => {
  const { 'script-src': scripts, 'style-src': styles } = directives({
    PUBLIC_URL: 'https://abato.example',
    S3_PUBLIC_URL: undefined,
  });
  const digest = createHash('sha256').update('theme()').digest('base64');
  expect(scripts).toBe(`'self' 'sha256-${digest}'`);
  expect(styles).toBe("'self' 'nonce-n'");
});
