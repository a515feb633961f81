import { Inject, Injectable } from '@nestjs/common';
import {
  BANNER_SIZES,
  DEFAULT_PAGE_SIZES,
  isUuid,
  pageAt,
  pictureSources,
  type PublicContestSummary,
  type PublicContestView,
  type ServerPages,
} from '@abato/contracts';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
} from '@abato/platform';
import { type PublicBody, PublicContestsService } from '@abato/voting';
import { type PublicCache, publicCache } from '../http/public-cache.js';
import type { ServedPage } from './page-files.js';
import { hasPages, pages } from './server-pages.js';

/** What one page adds to the served HTML: tags for its head, answers the client would otherwise ask for at once, and its first paint. */
interface PageParts {
  head: string;
  data: string;
  shell: string;
  /** What shared caches are told. */
  cache: string;
}

interface Preview {
  title: string;
  description: string;
  /** Path of a picture. */
  picture: string | null;
}

const SITE: Preview = {
  title: 'Abato – live voting for Ghana’s awards',
  description: 'Browse contests, vote free or in cedis, and watch every count move live.',
  picture: null,
};
/** Pages without data that are the same for everyone. All others, those of signed-in users among them, are in no shared cache. */
const STATIC_PAGES = new Set(['/terms', '/privacy', '/contact', '/status']);
const IN_NO_CACHE = 'no-cache';
const FIRST_LIST = `/contests/public?page=1&pageSize=${DEFAULT_PAGE_SIZES.publicContests}`;

/**
 * Writes into the served page what programs without JavaScript (WhatsApp, Facebook, X) read for a link preview, and what the first
 * paint needs, so that it takes no second round trip: the first data, the names of the page's code and of its banner. All of it
 * comes from what the public may see; no preview names a count.
 */
@Injectable()
export class PageComposer {
  private files: ReadonlyMap<ServedPage, string[]> = new Map();
  /** By the answer they are drawn from, which is made anew when something in it changes. */
  private readonly shells = new WeakMap<PublicBody, string>();
  private readonly fixed: { home?: string; list?: string } = {};
  private readonly caches: PublicCache;

  constructor(
    private readonly contests: PublicContestsService,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.caches = publicCache(env);
  }

  /** @param files the scripts of the pages that are named in their heads; none until this was called */
  usePageFiles(files: ReadonlyMap<ServedPage, string[]>): void {
    this.files = files;
  }

  /**
   * A page must be served even when the database is away.
   * @param url path and query of the request
   */
  async compose(url: string): Promise<PageParts> {
    const { pathname, searchParams } = new URL(url, this.env.PUBLIC_URL);
    try {
      const [, area, id, screen] = pathname.split('/');
      if (area === 'contests' && isUuid(id)) {
        const { parts, banner } = await this.contestPage(
          pathname,
          id.toLowerCase(),
          searchParams.get('contestant'),
        );
        // Stage and poster have code of their own, and other pictures.
        return screen ? { ...parts, shell: '' } : this.withFiles(parts, 'contest', banner);
      }
      if (area === 'embed' && id === 'contests' && isUuid(screen)) {
        const { parts } = await this.contestPage(pathname, screen.toLowerCase(), null);
        return { ...parts, shell: '' };
      }
      if (pathname === '/' || pathname === '/contests') {
        const parts = await this.listPage(pathname, searchParams.size === 0);
        return this.withFiles(parts, pathname === '/' ? 'home' : 'list', null);
      }
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.log.warn({ reason: (error as Error).message }, 'page served without its first data');
      }
    }
    const cache = STATIC_PAGES.has(pathname) ? this.caches.page : IN_NO_CACHE;
    return { head: headOf(SITE, pathname, this.env.PUBLIC_URL), data: '', shell: '', cache };
  }

  /** Names the code of the page and the picture at its top, which the browser would otherwise find after running the shell. */
  private withFiles({ head, ...rest }: PageParts, page: ServedPage, banner: string | null): PageParts {
    const scripts = (this.files.get(page) ?? []).map(
      (file) => `<link rel="modulepreload" crossorigin href="${file}" />`,
    );
    // Of low priority, as pictures are: it may not delay the code that shows it.
    const sources = pictureSources(banner, (path) => new URL(path, this.env.PUBLIC_URL).pathname);
    const picture = `<link rel="preload" as="image" imagesrcset="${sources}" imagesizes="${BANNER_SIZES}" />`;
    return { head: [head, ...scripts, ...(sources ? [picture] : [])].join('\n    '), ...rest };
  }

  private async contestPage(
    path: string,
    id: string,
    contestantId: string | null,
  ): Promise<{ parts: PageParts; banner: string | null }> {
    const [view, body] = await Promise.all([this.contests.view(id), this.contests.detail(id)]);
    const person = view.categories
      .flatMap((category) => category.contestants)
      .find((each) => each.id === contestantId);
    const preview: Preview = person
      ? {
          title: `Vote for ${person.name} – ${view.title}`,
          description: person.bio,
          picture: person.photo ?? view.banner,
        }
      : { title: view.title, description: view.description, picture: view.banner };
    const head = headOf(preview, person ? `${path}?contestant=${person.id}` : path, this.env.PUBLIC_URL);
    return {
      parts: {
        head,
        data: dataOf({ [`/contests/${id}/public`]: body.plain.toString() }),
        shell: this.drawn<PublicContestView>(body, ({ contest }, view) =>
          contest(view, this.clock.now().getTime()),
        ),
        cache: this.caches.snapshot,
      },
      banner: view.banner,
    };
  }

  /** @param isFirst whether the first page of the list is asked for, without a search */
  private async listPage(path: string, isFirst: boolean): Promise<PageParts> {
    const list = await this.contests.list(pageAt(1, DEFAULT_PAGE_SIZES.publicContests));
    return {
      head: headOf(SITE, path, this.env.PUBLIC_URL),
      data: dataOf({ [FIRST_LIST]: list.plain.toString() }),
      shell:
        path === '/'
          ? this.drawnOnce('home')
          : isFirst
            ? this.drawn<PublicContestSummary[]>(list, (draw, contests) => draw.list(contests))
            : this.drawnOnce('list'),
      cache: this.caches.snapshot,
    };
  }

  /** Drawn from the public answer and nothing else, so that the first paint can show no more than anyone may read. */
  private drawn<T>(body: PublicBody, draw: (first: ServerPages['first'], data: T) => string): string {
    if (!hasPages) return '';
    let shell = this.shells.get(body);
    if (shell === undefined) {
      shell = draw(pages.first, (JSON.parse(body.plain.toString()) as { data: T }).data);
      this.shells.set(body, shell);
    }
    return shell;
  }

  /** What is the same for everyone: the home page, and the list's head while its other pages are not known. */
  private drawnOnce(page: 'home' | 'list'): string {
    if (!hasPages) return '';
    return (this.fixed[page] ??= page === 'home' ? pages.first.home() : pages.first.list([]));
  }
}

function headOf(preview: Preview, path: string, publicUrl: string): string {
  const absolute = (target: string): string => new URL(target, publicUrl).href;
  const description = preview.description.replace(/\s+/g, ' ').trim().slice(0, 200);
  const tags: [string, string, string][] = [
    ['name', 'description', description],
    ['property', 'og:site_name', 'Abato'],
    ['property', 'og:type', 'website'],
    ['property', 'og:title', preview.title],
    ['property', 'og:description', description],
    ['property', 'og:url', absolute(path)],
    ['name', 'twitter:card', preview.picture ? 'summary_large_image' : 'summary'],
    ...(preview.picture
      ? [['property', 'og:image', absolute(preview.picture)] as [string, string, string]]
      : []),
  ];
  return [
    `<title>${escapeHtml(preview.title)}</title>`,
    ...tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`),
  ].join('\n    ');
}

/** @param answers JSON texts by path; `<` is escaped so that no text in them can end the element */
function dataOf(answers: Record<string, string>): string {
  const entries = Object.entries(answers).map(([path, body]) => `${JSON.stringify(path)}:${body}`);
  const json = `{${entries.join(',')}}`
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="server-data">${json}</script>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for an element's content or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
