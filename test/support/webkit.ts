import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { findFreePort } from '../../apps/local/src/ports.js';
import { waitFor } from './wait-for.js';

const DRIVER = 'WebKitWebDriver';
const DISPLAY_SERVER = 'Xvfb';
/** What W3C WebDriver §12.1 calls an element in its answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Why WebKit cannot be driven here; null when it can. Debian and Ubuntu: `apt-get install webkit2gtk-driver xvfb`. */
export function missingForWebKit(): string | null {
  const missing = [DRIVER, DISPLAY_SERVER].filter((program) => !isOnPath(program));
  if (!miniBrowser()) missing.push('MiniBrowser');
  return missing.length ? `${missing.join(', ')} missing: apt-get install webkit2gtk-driver xvfb` : null;
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));
}

/** Debian and Ubuntu keep it in the folder of the machine's architecture. */
function miniBrowser(): string | undefined {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return libraries
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file));
}

/**
 * A window of WebKit, the engine of every browser on an iPhone, driven by W3C WebDriver. The known clients ask for a
 * newer Node than the project does, and a voter's journey needs eight commands.
 */
export class WebKitWindow {
  private constructor(
    private readonly processes: ChildProcess[],
    private readonly session: string,
  ) {}

  /** @param width of the window in CSS pixels */
  static async open(width: number, height: number): Promise<WebKitWindow> {
    const port = await findFreePort();
    const [screen, display] = await startScreen();
    const driver = spawn(DRIVER, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        // Its sandbox needs namespaces of users, which containers do not give; only our own pages are opened.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
    });
    const base = `http://127.0.0.1:${port}`;
    await waitFor(() => fetch(`${base}/status`).then(({ ok }) => ok), { what: 'the driver of WebKit' });
    const browser = { binary: miniBrowser(), args: ['--automation'] };
    const { sessionId } = await command<{ sessionId: string }>(`${base}/session`, {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser } },
    });
    const opened = new WebKitWindow([driver, screen], `${base}/session/${sessionId}`);
    await opened.send('/window/rect', { x: 0, y: 0, width, height });
    return opened;
  }

  goto(url: string): Promise<void> {
    return this.send('/url', { url });
  }

  /** Wait until an element is there and can be clicked, as a finger would find it. */
  async click(css: string): Promise<void> {
    await this.when(css, (element) => this.send(`${element}/click`, {}));
  }

  async fill(css: string, text: string): Promise<void> {
    await this.when(css, async (element) => {
      await this.send(`${element}/clear`, {});
      await this.send(`${element}/value`, { text });
    });
  }

  /** Wait until the visible text of the page's first such element fits. */
  async sees(css: string, text: RegExp): Promise<void> {
    let last: unknown;
    await waitFor(async () => text.test(String((last = await this.textOf(css)))), {
      what: `${text.source} in ${css}`,
    }).catch((error: unknown) => {
      throw new Error(`${String((error as Error).message)}; the last text was: ${String(last)}`);
    });
  }

  evaluate<T>(script: string): Promise<T> {
    return this.send<T>('/execute/sync', { script, args: [] });
  }

  /** The page as PNG, for a person to look at. */
  async screenshot(file: string): Promise<void> {
    writeFileSync(file, Buffer.from(await command<string>(`${this.session}/screenshot`), 'base64'));
  }

  async close(): Promise<void> {
    await fetch(this.session, { method: 'DELETE' }).catch(() => undefined);
    for (const child of this.processes) child.kill();
  }

  private textOf(css: string): Promise<string | null> {
    return this.evaluate(`return document.querySelector(${JSON.stringify(css)})?.innerText ?? null`);
  }

  private async when(css: string, act: (element: string) => Promise<void>): Promise<void> {
    await waitFor(
      async () => {
        const found = await this.send<Record<string, string>>('/element', {
          using: 'css selector',
          value: css,
        });
        await act(`/element/${found[ELEMENT]}`);
        return true;
      },
      { what: `an element ${css}` },
    );
  }

  private send<T = void>(path: string, body: object): Promise<T> {
    return command<T>(this.session + path, body);
  }
}

/** @throws an error with the driver's own words */
async function command<T>(url: string, body?: object): Promise<T> {
  const response = await fetch(url, body ? { method: 'POST', body: JSON.stringify(body) } : {});
  const { value } = (await response.json()) as { value: T & { message?: string } };
  if (!response.ok) throw new Error(value.message ?? `the driver answered ${response.status}`);
  return value;
}

/** A screen without glass; it says itself which number it has got. */
async function startScreen(): Promise<[ChildProcess, string]> {
  const args = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'];
  const screen = spawn(DISPLAY_SERVER, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject).once('exit', () => reject(new Error('the virtual screen did not start')));
    (screen.stdio[3] as NodeJS.ReadableStream).once('data', (data: Buffer) => resolve(String(data).trim()));
  });
  return [screen, `:${number}`];
}
