import {
  lightTexts as t,
  type PublicCategoryView,
  type PublicContestantView,
  type PublicContestView,
  protectionOf,
  releasedVotesThatDecide,
} from '@abato/contracts';
import { framed } from '../frame.js';
import { html, type Html } from '../html.js';
import { closedNotice, contestHead, contestPath, fullPath, nomineePath, shortName } from './contest-head.js';

/** A page of these stays below 15 KB with names of 70 letters. */
export const LIST_PAGE_SIZE = 16;

/** What of a contest is asked for. */
export interface ListQuery {
  /** Words of a name, or a code; blank for all. */
  search: string;
  /** Of the categories, from 1; 0 for all. */
  category: number;
  /** From 1. */
  page: number;
}

interface Row {
  nominee: PublicContestantView;
  category: PublicCategoryView;
}

/** The nominees of a contest, or its categories first when there are many. */
export function listPage(contest: PublicContestView, query: ListQuery): string {
  const { categories } = contest;
  const chosen = categories[query.category - 1];
  const all = categories.flatMap((category) =>
    category.contestants.map((nominee): Row => ({ nominee, category })),
  );
  const many = all.length > LIST_PAGE_SIZE;
  const wanted = query.search.trim();
  const rows = wanted
    ? all.filter(isNamed(wanted))
    : chosen
      ? all.filter(({ category }) => category === chosen)
      : all;
  const byCategory = many && categories.length > 1 && !wanted && !chosen;
  const main = html`${closedNotice(contest)}${results(contest)}${many ? searchForm(contest.id, query.search) : null}${
    wanted ? html`<p role="status">${rows.length ? t.found(rows.length) : t.notFound}</p>` : null
  }${all.length ? null : html`<p>${t.noNominees}</p>`}${
    byCategory
      ? html`<h2>${t.categories}</h2>
          ${paged(categories, query, contest.id, (shown) => categoryList(contest, shown))}`
      : paged(rows, query, contest.id, (shown) =>
          wanted ? foundList(contest, shown) : nomineeList(contest, shown),
        )
  }${chosen && categories.length > 1 ? html`<p><a href="${contestPath(contest.id)}">${t.allCategories}</a></p>` : null}`;
  return framed({ title: contest.title, head: contestHead(contest), main, full: fullPath(contest.id) });
}

function results(contest: PublicContestView): Html {
  const { open, showResults, resultsFinal, provisional, paymentsWaiting } = contest;
  if (!showResults) return html`<p class="m">${t.rankings.hidden}</p>`;
  const waiting = provisional && paymentsWaiting ? ` ${t.rankings.waiting(paymentsWaiting)}` : '';
  const title = resultsFinal
    ? t.rankings.final
    : provisional
      ? t.rankings.provisional
      : open
        ? null
        : t.rankings.now;
  return html`${title && html`<p><b>${title}</b>${waiting}</p>`}
    <p class="m">${t.rankings.protection[protectionOf(contest)]}</p>`;
}

function searchForm(id: string, search: string): Html {
  return html`<form method="get" action="${contestPath(id)}">
    <label for="q">${t.search}</label
    ><input id="q" type="search" name="q" maxlength="100" value="${search}" /><button class="q">
      ${t.searchButton}
    </button>
  </form>`;
}

function paged<T>(
  items: readonly T[],
  { search, category, page }: ListQuery,
  id: string,
  draw: (shown: readonly T[]) => Html,
): Html {
  const pages = Math.max(1, Math.ceil(items.length / LIST_PAGE_SIZE));
  const current = Math.min(page, pages);
  const first = (current - 1) * LIST_PAGE_SIZE;
  const shown = items.slice(first, first + LIST_PAGE_SIZE);
  const link = (to: number, text: string): Html => {
    const parts = [search && `q=${encodeURIComponent(search)}`, category && `c=${category}`, `p=${to}`];
    return html`<a href="${contestPath(id)}?${parts.filter(Boolean).join('&')}">${text}</a> `;
  };
  const more =
    pages > 1
      ? html`<p>
          ${current > 1 ? link(current - 1, t.previous) : null}${t.page(current, pages)}
          ${current < pages ? link(current + 1, t.next) : null}
        </p>`
      : null;
  return html`${draw(shown)}${more}`;
}

function categoryList({ id, categories }: PublicContestView, shown: readonly PublicCategoryView[]): Html {
  return html`<ol>
    ${shown.map(
      (category) =>
        html`<li>
          <a href="${contestPath(id)}?c=${categories.indexOf(category) + 1}">${shortName(category.name)}</a>
          <div><small>${t.nominees(category.contestants.length)}</small></div>
        </li>`,
    )}
  </ol>`;
}

/** What a search found, in one list: each row says its category. */
function foundList(contest: PublicContestView, rows: readonly Row[]): Html {
  return html`<ol>
    ${rows.map((row) => nomineeRow(contest, row, true))}
  </ol>`;
}

/** Said where votes decide the order that were held and then let in. */
function released({ contestants }: PublicCategoryView): Html | null {
  const votes = releasedVotesThatDecide(contestants);
  return votes ? html`<p><b>${t.rankings.released(votes)}</b></p>` : null;
}

/** Each category under its name, where there are several. */
function nomineeList(contest: PublicContestView, rows: readonly Row[]): Html {
  const shown = [...new Set(rows.map(({ category }) => category))];
  return html`${shown.map(
    (category) =>
      html`${contest.categories.length > 1 ? html`<h2>${shortName(category.name)}</h2>` : null}${released(category)}
        <ol>
          ${rows.filter((row) => row.category === category).map((row) => nomineeRow(contest, row, false))}
        </ol>`,
  )}`;
}

function nomineeRow(
  { id, categories }: PublicContestView,
  { nominee: { name, code, voteCount, rank }, category }: Row,
  saysCategory: boolean,
): Html {
  const about = [
    ...(rank === null || voteCount === null ? [] : [t.rank(rank), t.votes(voteCount)]),
    t.code(code),
    ...(saysCategory && categories.length > 1 ? [shortName(category.name)] : []),
  ];
  return html`<li>
    <a href="${nomineePath(id, code)}">${shortName(name)}</a>
    <div><small>${about.join(' · ')}</small></div>
  </li>`;
}

/** As the full page searches: every word of it, without accents, in name or code. */
function isNamed(search: string): (row: Row) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return ({ nominee: { name, code } }) => {
    const known = folded(`${name} ${code}`);
    return words.every((word) => known.includes(word));
  };
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
