import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './paths.mjs';

/**
 * The independent verifier as one HTML file. As a program it writes the file whose path is the argument, because Vite is loaded after packages
 * are installed. Nothing is made short: a person who does not want to believe the file can read it. The same sources give the same bytes.
 */

const SOURCES = join(ROOT, 'apps', 'verifier', 'src');
const PAGE = join(SOURCES, 'page');

/** A browser has its own module for what Node.js brings. */
const forBrowsers = {
  name: 'platform-of-browsers',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/platform-node.mjs') ? join(SOURCES, 'platform-browser.mjs') : null,
};

/** @param {string} entry @returns {Promise<string>} a program without imports */
async function bundle(entry) {
  const built = await build({
    configFile: false,
    root: PAGE,
    logLevel: 'warn',
    plugins: [forBrowsers],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(PAGE, entry), output: { format: 'iife' } },
    },
  });
  const { output } = Array.isArray(built) ? built[0] : built;
  if (output.length !== 1 || /<\/script|<!--/.test(output[0].code))
    throw new Error(`${entry} is not one program that a page can hold`);
  return output[0].code;
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @returns {Promise<string>} the file's text */
export async function verifierPage() {
  const read = (name) => readFileSync(join(PAGE, name), 'utf8');
  const [worker, script] = await Promise.all(['worker.mjs', 'page.mjs'].map(bundle));
  const style = read('page.css');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    // The address that a person gives.
    'connect-src http: https:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts = { POLICY: policy, STYLE: style, WORKER: worker, SCRIPT: script };
  return read('page.html').replace(/\s*__(POLICY|STYLE|WORKER|SCRIPT)__;?\s*/g, (_, name) => parts[name]);
}

const [, program, target] = process.argv;
if (program === import.meta.filename) {
  const page = await verifierPage();
  writeFileSync(target, page);
  process.stdout.write(createHash('sha256').update(page).digest('hex'));
}
