import {
  formatPrice,
  lightTexts,
  type PublicCategoryView,
  type PublicContestSummary,
  type PublicContestView,
} from '@abato/contracts';
import { escapeHtml } from './escape-html.js';

/*
 * The top of the pages a voter opens first, as HTML: on a slow network the code comes seconds later. The client's first rendering
 * replaces it, so sizes and classes are those of its components; the build finds the classes in this file (styles/first-paint.css).
 */

/** As in the client's catalogue of texts, which a test compares. */
export const FIRST_PAINT_TEXTS = {
  brand: 'Abato',
  home: 'Home',
  contests: 'Contests',
  listTitle: 'Contests',
  listLead: 'Pick a contest, back your favourite, watch the count move.',
  heroEyebrow: 'Live voting, made in Ghana',
  heroTitle: 'The whole room votes. The whole room sees it count.',
  heroLead:
    'Award nights, pageants, campus elections: your audience votes by phone, free or paid in cedis, and every count can be checked by anyone.',
  hostedBy: 'Hosted by',
  votePrice: 'Vote price',
  perVote: 'per vote',
  totalVotes: 'Total votes',
  noContestants: 'No contestants in this category yet.',
};
const t = FIRST_PAINT_TEXTS;

/** More is below the fold of every screen. */
const MOST_CONTESTS = 6;
const MOST_NOMINEES = 12;
/** As the client: from here on a list gets a search above it. */
const SEARCH_FROM = 13;
/** As the client: more than two lines of the large size. */
const LONG_TITLE = 44;

/** @returns the bar, the head and the first nominees of a contest; no counts, which would be old when the client has come */
export function contestShell(contest: PublicContestView, now = Date.now()): string {
  const { title, description, host, votePrice, verification, showResults, categories } = contest;
  const rule = verification !== 'OPEN' && !votePrice ? '<p class="sm:hidden">&nbsp;</p>' : '';
  const announced =
    contest.windows.some(({ until }) => Date.parse(until) > now) && contest.reason !== 'CONTEST_ENDED';
  const size = title.length > LONG_TITLE ? 'text-xl sm:text-3xl' : 'text-2xl sm:text-4xl';
  const half = 'flex grow flex-col justify-center px-4 py-1.5 sm:px-7 sm:py-4';
  const total = `<div class="border-l-2 border-dashed border-on-gold/35 ${half}"><p class="text-sm leading-tight font-medium">${t.totalVotes}</p><p class="font-display text-2xl font-extrabold sm:text-3xl">&nbsp;</p></div>`;
  return frame(`<header class="stage">
<div class="page-width grid items-center gap-x-12 pb-2.5 sm:gap-y-6 sm:pt-8 sm:pb-8 md:grid-cols-[1fr_1.1fr] lg:py-12">
<div class="h-18 w-full bg-night-raised max-sm:-mx-gutter max-sm:w-[calc(100%+2*var(--spacing-gutter))] max-sm:max-w-none sm:aspect-video sm:h-auto sm:rounded-lg sm:shadow-lift"></div>
<div class="min-w-0">
<p class="text-sm font-semibold max-sm:pt-1.5">&nbsp;</p>
<h1 class="mt-1.5 line-clamp-2 font-extrabold font-tight sm:mt-3 sm:line-clamp-none ${size}">${escapeHtml(title)}</h1>
<p class="mt-4 max-w-text whitespace-pre-line text-on-night-muted max-sm:hidden">${escapeHtml(description)}</p>
<p class="mt-4 hidden text-sm sm:block">&nbsp;</p>
</div>
<div class="grid gap-x-4 max-sm:mt-2 sm:gap-y-4 md:col-span-2 md:grid-cols-[1fr_auto]">
<div class="flex rounded-lg bg-gold text-on-gold"><div class="${half}"><p class="text-sm leading-tight font-medium">${t.votePrice}</p><p class="flex flex-wrap items-baseline gap-x-1.5 font-display text-xl font-extrabold whitespace-nowrap sm:block sm:text-2xl">${formatPrice(votePrice)}${votePrice > 0 ? ` <span class="font-body text-sm font-normal sm:block">${t.perVote}</span>` : ''}</p></div>${showResults ? total : ''}</div>
<div class="flex items-start gap-3 pt-2.5 sm:gap-4 sm:rounded-lg sm:border sm:border-night-line sm:p-5 md:-order-1">
<div class="size-10 shrink-0 rounded-full bg-night-raised sm:size-14"></div>
<div class="min-w-0 grow max-sm:text-sm max-sm:leading-snug"><div class="max-sm:truncate"><p class="text-on-night-muted max-sm:inline sm:text-sm">${t.hostedBy}</p> <p class="font-bold max-sm:inline sm:font-display sm:text-lg">${escapeHtml(host.name)}</p></div><p class="sm:hidden">&nbsp;</p>${rule}</div>
</div>
</div>
</div>
<div class="kente h-3 max-sm:h-1.5"></div>
</header>${announced ? ANNOUNCED : ''}${categories.length > 1 ? tabs(categories) : ''}${nominees(categories, votePrice > 0)}${lightLink(contest.id)}`);
}

/** @param contests of the first page; none when another page is asked for */
export function listShell(contests: PublicContestSummary[]): string {
  const cards = contests
    .slice(0, MOST_CONTESTS)
    .map(
      ({ id, title, host }) =>
        `<li class="grid"><div class="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"><p class="truncate text-sm text-muted">${escapeHtml(host.name)}</p><h2 class="mt-2.5 text-xl"><a href="/contests/${id}" class="no-underline">${escapeHtml(title)}</a></h2></div></li>`,
    );
  return frame(`<div class="page-width pt-8 sm:pt-12">
<header class="mb-7"><h1 class="text-3xl font-extrabold">${t.listTitle}</h1><p class="mt-1.5 text-muted">${t.listLead}</p></header>
<ul class="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">${cards.join('')}</ul>
</div>`);
}

export function homeShell(): string {
  return frame(`<section class="stage overflow-hidden">
<div class="page-width pt-12 pb-10 sm:pt-16 lg:pt-20">
<p class="font-semibold text-on-night-gold">${t.heroEyebrow}</p>
<h1 class="mt-3 text-5xl font-extrabold font-tight">${t.heroTitle}</h1>
<p class="mt-5 max-w-xl text-lg text-on-night-muted">${t.heroLead}</p>
</div>
<div class="kente h-4"></div>
</section>`);
}

/** The way on when the app comes late or never; it shows after some seconds (first-paint.css). */
function lightLink(id: string): string {
  return `<a href="/v/${id}" class="light-link">${lightTexts.slow}</a>`;
}

function tabs(categories: PublicCategoryView[]): string {
  const names = categories
    .slice(0, MOST_NOMINEES)
    .map(
      ({ name }) =>
        `<li class="flex min-h-touch items-center rounded-full border-[1.5px] border-line bg-surface px-4 text-sm font-semibold whitespace-nowrap">${escapeHtml(name)}</li>`,
    );
  return `<ul class="page-width flex gap-2 overflow-x-hidden py-1.5 sm:mt-3">${names.join('')}</ul>`;
}

/** Room for the next window of votes that count several times. */
const ANNOUNCED = '<div class="page-width space-y-4 pt-4 sm:pt-6"><p class="font-semibold">&nbsp;</p></div>';

function nominees(categories: PublicCategoryView[], paid: boolean): string {
  let left = MOST_NOMINEES;
  let html = '';
  for (const { name, description, contestants, votePrice } of categories) {
    if (left <= 0) break;
    const cards = contestants.slice(0, left).map((nominee) => card(nominee.name));
    left -= Math.max(1, cards.length);
    const about = description
      ? `<p class="mt-1 max-w-text text-muted max-sm:text-sm sm:mt-2">${escapeHtml(description)}</p>`
      : '';
    const price = paid && votePrice !== null ? '<p class="text-sm font-semibold">&nbsp;</p>' : '';
    const search = contestants.length >= SEARCH_FROM ? '<div class="mt-2 min-h-12"></div>' : '';
    const list = cards.length
      ? `<ul class="mt-2.5 grid gap-3 sm:mt-6 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">${cards.join('')}</ul>`
      : `<p class="mt-6 text-muted">${t.noContestants}</p>`;
    html += `<section class="page-width pt-3 sm:pt-12"><h2 class="text-xl font-extrabold sm:text-3xl">${escapeHtml(name)}</h2>${price}${about}${search}${list}</section>`;
  }
  return html;
}

function card(name: string): string {
  return `<li class="grid"><div class="grid min-h-[8.5rem] grid-cols-[6.5rem_minmax(0,1fr)] overflow-hidden rounded-lg bg-surface shadow-card ring-1 ring-line sm:flex sm:flex-col"><div class="bg-sunken sm:aspect-[5/4]"></div><h3 class="min-w-0 p-3 text-lg leading-tight sm:p-5 sm:text-xl">${escapeHtml(name)}</h3></div></li>`;
}

function frame(main: string): string {
  const link = (path: string, label: string) =>
    `<a href="${path}" class="flex min-h-touch items-center px-3.5 font-medium text-muted no-underline">${label}</a>`;
  return `<div data-testid="first-paint" aria-busy="true">
<header class="sticky top-0 z-30 bg-page text-ink">
<div class="kente h-1.5"></div>
<div class="page-width flex items-center gap-2 py-2.5">
<a href="/" class="-ml-1 flex min-h-touch items-center gap-2.5 rounded-sm px-1 no-underline">${LOGO}<span class="font-display text-2xl font-extrabold tracking-tight">${t.brand}</span></a>
<nav class="ml-6 hidden items-center gap-1 md:flex">${link('/', t.home)}${link('/contests', t.contests)}</nav>
</div>
</header>
<main class="min-h-dvh">${main}</main>
</div>`;
}

/** As components/logo.tsx draws it. */
const LOGO =
  '<svg viewBox="0 0 30 26" class="h-7" aria-hidden="true"><path fill="#f4b73f" d="M1 10h8v16H1zM11 0h8v26h-8zM21 6h8v20h-8z"/><path fill="#b3232f" d="M1 14h8v3H1zM11 8h8v3h-8zM21 10h8v3h-8z"/><path fill="#0e7a4c" d="M1 20h8v3H1zM11 17h8v3h-8zM21 18h8v3h-8z"/><path fill="#1a0f17" d="M4 14h2v3H4zM14 8h2v3h-2zM24 10h2v3h-2z"/></svg>';
