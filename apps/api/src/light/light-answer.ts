/** What the light page answers to a request. */
export interface LightAnswer {
  status: number;
  html: string;
  /** The browser goes there with a GET; `html` is then empty. */
  location?: string;
  /** `set-cookie` headers. */
  cookies: string[];
  /** Whether any cache may keep it for a moment. */
  isPublic: boolean;
  /** Seconds until the same request may succeed. */
  retryAfter?: number | undefined;
}

/** A page for this reader only. */
export function page(status: number, html: string, cookies: string[] = []): LightAnswer {
  return { status, html, cookies, isPublic: false };
}

/** After a form was taken: a page that can be loaded again. */
export function seeOther(location: string, cookies: string[] = []): LightAnswer {
  return { status: 303, html: '', location, cookies, isPublic: false };
}
