import { randomInt } from 'node:crypto';
import { type BuiltContest, nomineeCode, sql } from './builders.js';
import { phonesOf, typed } from './phones.js';
import { testState } from './state.js';
import { codeOf } from './verification.js';

/** A page of the light page as a browser without JavaScript has it. */
export interface LightScreen {
  status: number;
  /** After redirects. */
  path: string;
  headers: Headers;
  html: string;
  /** Of the page's one form that is sent; empty without one. */
  fields: Record<string, string>;
  /** What is read, without tags. */
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const readable = (html: string): string =>
  html.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : readable(value);
};

/** Follows links, keeps cookies, fills in and sends forms. */
export class LightBrowser {
  readonly cookies = new Map<string, string>();
  screen: LightScreen | undefined;

  /**
   * @param headers of every request; a browser names its origin when it sends a form
   * @param baseUrl origin of the platform
   */
  constructor(
    private readonly headers: Record<string, string> = {},
    private readonly baseUrl: string = testState().baseUrl,
  ) {}

  async get(path: string): Promise<LightScreen> {
    return this.load(path);
  }

  /**
   * Send the form of the page.
   * @param typed in place of what the form holds; undefined leaves a field out
   * @param step the button
   */
  async submit(typed: Record<string, string | undefined> = {}, step?: string): Promise<LightScreen> {
    if (!this.screen) throw new Error('no page is open');
    const { html, fields, path } = this.screen;
    const [button = ''] = /<button[^>]*name="step"[^>]*>/.exec(html) ?? [];
    const sent = { ...fields, step: step ?? attribute(button, 'value'), ...typed };
    const kept = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return this.load(formActionOf(html) ?? path, new URLSearchParams(kept));
  }

  private async load(path: string, body?: URLSearchParams): Promise<LightScreen> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(`${this.baseUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      body: body ?? null,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      headers: { ...(body && { origin: this.baseUrl }), ...(cookie && { cookie }), ...this.headers },
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      this.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) return this.load(location);
    const html = await response.text();
    this.screen = {
      status: response.status,
      path,
      headers: response.headers,
      html,
      fields: fieldsOf(html),
      text: readable(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' '),
    };
    return this.screen;
  }
}

/** Where the page's form is sent to; undefined without one. */
export function formActionOf(html: string): string | undefined {
  const [form = ''] = /<form[^>]*method="post"[^>]*>/.exec(html) ?? [];
  return attribute(form, 'action');
}

export function fieldsOf(html: string): Record<string, string> {
  const [, form = ''] = /<form[^>]*method="post"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name');
    if (name && (attribute(tag, 'type') !== 'radio' || / checked/.test(tag)))
      fields[name] = attribute(tag, 'value') ?? '';
  }
  for (const [select, name] of form.matchAll(/<select[^>]* name="(\w+)".*?<\/select>/gs)) {
    const [chosen = ''] = /<option[^>]* selected[^>]*>/.exec(select) ?? [];
    fields[name as string] = attribute(chosen, 'value') ?? '';
  }
  return fields;
}

/** The ids of the codes that were sent to a number, the newest first. @param phone E.164 */
export async function codesTo(phone: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`SELECT id FROM phone_verifications WHERE phone = ${phone}
    ORDER BY created_at DESC`;
  return rows.map(({ id }) => codeOf(id));
}

// Files that run one after the other in a process load this anew: a number that was used a moment ago gets no code.
const nextPhone = phonesOf('light', randomInt(9_000));

/** A number that no other test names, as a voter types it. */
export const aLocalPhone = (): string => typed(nextPhone());

export const e164 = (local: string): string => `+233${local.slice(1)}`;

/** The address of the form for the first nominee. */
export const formPath = async (contest: BuiltContest): Promise<string> =>
  `/v/${contest.id}/${await nomineeCode(contest.contestant.id)}`;

/** A browser with the form of the first nominee open. */
export async function atForm(contest: BuiltContest, headers?: Record<string, string>): Promise<LightBrowser> {
  const browser = new LightBrowser(headers);
  await browser.get(await formPath(contest));
  return browser;
}

/** All casts of a contest, in their order. */
export const castsOf = (
  contest: BuiltContest,
): Promise<{ votes: number; source: string; status: string }[]> =>
  sql<{ votes: number; source: string; status: string }>`SELECT vote_count AS votes,
    source, status FROM votes WHERE contest_id = ${contest.id} ORDER BY id`;
