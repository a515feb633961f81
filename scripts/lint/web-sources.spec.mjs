import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../lib/inputs.mjs';
import { ROOT } from '../lib/paths.mjs';

/** What docs/security.md promises about the web client and what only its sources can show: no page tells what a page would not do. */
const sources = listFiles('apps/web')
  .filter((file) => /\.(tsx?|html)$/.test(file) && !/\.spec\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The files in which a pattern occurs. */
const withText = (pattern) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('the web client', () => {
  it('writes no HTML by hand', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(
      withText(
        /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcDoc/,
      ),
    ).toEqual([]);
  });

  it('listens to its own workers only', () => {
    expect(
      withText(/['"`]message['"`]\s*,|\bonmessage\b|BroadcastChannel|MessageChannel|SharedWorker/),
    ).toEqual([
      'apps/web/src/features/contest/person-check-worker.ts',
      'apps/web/src/features/contest/person-check.ts',
      'apps/web/src/service-worker/service-worker.ts',
    ]);
    expect(
      withText(/\b(window|self|globalThis|document)\.(onmessage|addEventListener\(\s*['"`]message)/),
    ).toEqual([]);
  });

  it('tells password managers which password a field takes, and lets it be pasted', () => {
    // The catalogue of components is in no production build.
    const pages = sources.filter(({ file }) => !file.includes('/features/dev/'));
    const fields = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/<PasswordField\b[^]*?\/>/g)].map(([field]) => ({ file, field })),
    );
    expect(fields.length).toBeGreaterThan(5);
    const without = fields.filter(({ field }) => !/autoComplete="(current|new)-password"/.test(field));
    expect(without).toEqual([]);
    // One component draws them all; the other file asks for the PIN of a wallet, which no manager may keep.
    expect(withText(/\btype(="|: '|=\{[^}]*')password\b/)).toEqual([
      'apps/web/src/components/field.tsx',
      'apps/web/src/features/contest/charge-question.tsx',
    ]);
    expect(withText(/onPaste|['"`]paste['"`]/)).toEqual([]);
  });
});
