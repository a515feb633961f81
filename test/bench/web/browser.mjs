import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const START_LIMIT_MS = 30_000;

/**
 * Run something with a browser that has never seen the page: no cache, no worker, no storage.
 * @param run receives the port of the browser's debugging protocol
 */
export async function withBrowser(program, run) {
  const profile = mkdtempSync(join(tmpdir(), 'abato-bench-browser-'));
  const browser = spawn(
    program,
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-extensions',
      '--disable-sync',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    // A group of its own: the program may be a script that starts the browser.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const ended = new Promise((resolve) => browser.once('close', resolve));
  try {
    return await run(await portOf(browser));
  } finally {
    // Asked, not killed: it ends its helpers, and no process writes into the profile while it is removed.
    process.kill(-browser.pid, 'SIGTERM');
    await ended;
    // What is left of it must not cost the figures.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }).catch(
      () => undefined,
    );
  }
}

/** The browser chooses a free port and says which. */
function portOf(browser) {
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => reject(new Error(`the browser did not start: ${output}`)), START_LIMIT_MS);
    browser.once('exit', () => reject(new Error(`the browser ended: ${output}`)));
    browser.stderr.on('data', (chunk) => {
      output += chunk;
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output)?.[1];
      if (!port) return;
      clearTimeout(limit);
      resolve(Number(port));
    });
  });
}
