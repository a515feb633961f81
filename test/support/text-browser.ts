import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fieldsOf, formActionOf } from './light.js';
import { versionOf } from './programs.js';
import { testRun, testState } from './state.js';

export const hasW3m =
  versionOf('w3m', {
    from: 'apt-get install w3m',
    tests: 'the tests of the light page in a text browser',
    ask: '-version',
  }) !== undefined;

/** A page as w3m shows it. */
interface TextScreen {
  /** What is read, line by line, without the spaces before it. */
  lines: string[];
  /** Of the page's form that is sent. */
  fields: Record<string, string>;
  action: string;
}

/** w3m, a browser of text alone: it fetches pages, keeps cookies, follows redirects and sends forms, and names no origin. */
export class TextBrowser {
  /** Its cookies are kept there. */
  private readonly home = mkdtempSync(join(testRun().scratchDir, 'w3m-'));
  screen: TextScreen | undefined;

  async open(path: string): Promise<TextScreen> {
    return this.show(await this.run('-dump_source', testState().baseUrl + path));
  }

  /** Send the form of the page. @param typed in place of what the form holds, with the button's `step` */
  async submit(typed: Record<string, string>): Promise<TextScreen> {
    if (!this.screen) throw new Error('no page is open');
    const { action, fields } = this.screen;
    const body = join(this.home, 'form');
    writeFileSync(body, new URLSearchParams({ ...fields, ...typed }).toString());
    return this.show(await this.run('-dump_source', '-post', body, testState().baseUrl + action));
  }

  private async show(source: string): Promise<TextScreen> {
    const page = join(this.home, 'page.html');
    writeFileSync(page, source);
    const text = await this.run('-dump', '-T', 'text/html', page);
    const lines = text.split('\n').map((line) => line.trim());
    this.screen = { lines, fields: fieldsOf(source), action: formActionOf(source) ?? '' };
    return this.screen;
  }

  private async run(...args: string[]): Promise<string> {
    // It unpacks what it shows, but not the source.
    const plain = ['-o', 'accept_encoding=identity'];
    const { stdout } = await promisify(execFile)(
      'w3m',
      ['-no-proxy', '-cookie', '-cols', '80', '-I', 'UTF-8', '-O', 'UTF-8', ...plain, ...args],
      { env: { PATH: process.env['PATH'], HOME: this.home }, timeout: 60_000 },
    );
    return stdout;
  }
}
