import {
  contestPath,
  type ListQuery,
  lightTexts as t,
  nomineePath,
  protectionOf,
  type PublicCategoryView,
  type PublicContestantView,
  type PublicContestView,
  releasedVotesThatDecide,
} from '@abato/contracts';
import { Fragment } from 'react';
import { NomineeName } from '@/components/nominee';
import { nomineesNamed } from '@/lib/nominees-named';
import { ClosedNotice, ContestLightPage, shortName } from './contest-parts';

/** A page of these stays below 15 KB with names of 70 letters. */
const LIST_PAGE_SIZE = 16;

interface Row {
  nominee: PublicContestantView;
  category: PublicCategoryView;
}

export function ListPage({ contest, query }: { contest: PublicContestView; query: ListQuery }) {
  const { id, categories } = contest;
  const chosen = categories[query.category - 1];
  const all = categories.flatMap((category) =>
    category.contestants.map((nominee): Row => ({ nominee, category })),
  );
  const many = all.length > LIST_PAGE_SIZE;
  const wanted = query.search.trim();
  const found =
    wanted &&
    nomineesNamed(
      wanted,
      all.map(({ nominee }) => nominee),
    );
  const rows = found
    ? all.filter(({ nominee }) => found.has(nominee.id))
    : chosen
      ? all.filter(({ category }) => category === chosen)
      : all;
  return (
    <ContestLightPage contest={contest} title={contest.title}>
      <ClosedNotice contest={contest} />
      <Results contest={contest} />
      {many && (
        <form method="get" action={contestPath(id)}>
          <label htmlFor="q">{t.search}</label>
          <input id="q" type="search" name="q" maxLength={100} defaultValue={query.search} />
          <button className="q">{t.searchButton}</button>
        </form>
      )}
      {wanted && <p role="status">{rows.length ? t.found(rows.length) : t.notFound}</p>}
      {all.length === 0 && <p>{t.noNominees}</p>}
      {many && categories.length > 1 && !wanted && !chosen ? (
        <>
          <h2>{t.categories}</h2>
          <Categories contest={contest} query={query} />
        </>
      ) : (
        <Nominees contest={contest} query={query} rows={rows} isSearch={wanted !== ''} />
      )}
      {chosen && categories.length > 1 && (
        <p>
          <a href={contestPath(id)}>{t.allCategories}</a>
        </p>
      )}
    </ContestLightPage>
  );
}

function Results({ contest }: { contest: PublicContestView }) {
  const { open, showResults, resultsFinal, provisional, paymentsWaiting } = contest;
  if (!showResults) return <p className="m">{t.rankings.hidden}</p>;
  const title = resultsFinal
    ? t.rankings.final
    : provisional
      ? t.rankings.provisional
      : open
        ? null
        : t.rankings.now;
  return (
    <>
      {title && (
        <p>
          <b>{title}</b>
          {provisional && paymentsWaiting ? ` ${t.rankings.waiting(paymentsWaiting)}` : null}
        </p>
      )}
      <p className="m">{t.rankings.protection[protectionOf(contest)]}</p>
    </>
  );
}

/** What of the list is on this page. */
function pageOf<T>(
  items: readonly T[],
  page: number,
): { shown: readonly T[]; current: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / LIST_PAGE_SIZE));
  const current = Math.min(page, pages);
  const first = (current - 1) * LIST_PAGE_SIZE;
  return { shown: items.slice(first, first + LIST_PAGE_SIZE), current, pages };
}

function Paging({
  id,
  query,
  current,
  pages,
}: {
  id: string;
  query: ListQuery;
  current: number;
  pages: number;
}) {
  if (pages === 1) return null;
  const { search, category } = query;
  const to = (page: number) => {
    const parts = [search && `q=${encodeURIComponent(search)}`, category && `c=${category}`, `p=${page}`];
    return `${contestPath(id)}?${parts.filter(Boolean).join('&')}`;
  };
  return (
    <p>
      {current > 1 && <a href={to(current - 1)}>{t.previous}</a>} {t.page(current, pages)}{' '}
      {current < pages && <a href={to(current + 1)}>{t.next}</a>}
    </p>
  );
}

function Categories({
  contest: { id, categories },
  query,
}: {
  contest: PublicContestView;
  query: ListQuery;
}) {
  const { shown, ...place } = pageOf(categories, query.page);
  return (
    <>
      <ol>
        {shown.map((category) => (
          <li key={category.id}>
            <a href={`${contestPath(id)}?c=${categories.indexOf(category) + 1}`}>
              {shortName(category.name)}
            </a>
            <div>
              <small>{t.nominees(category.contestants.length)}</small>
            </div>
          </li>
        ))}
      </ol>
      <Paging id={id} query={query} {...place} />
    </>
  );
}

/** Each category under its name, where there are several; what a search found in one list, whose rows say their category. */
function Nominees({
  contest: { id, categories },
  query,
  rows,
  isSearch,
}: {
  contest: PublicContestView;
  query: ListQuery;
  rows: readonly Row[];
  isSearch: boolean;
}) {
  const { shown, ...place } = pageOf(rows, query.page);
  const several = categories.length > 1;
  const list = (listed: readonly Row[]) => (
    <ol>
      {listed.map(({ nominee: { id: key, name, code, rank, voteCount }, category }) => {
        const about = [
          ...(rank === null || voteCount === null ? [] : [t.rank(rank), t.votes(voteCount)]),
          t.code(code),
          ...(isSearch && several ? [shortName(category.name)] : []),
        ];
        return (
          <li key={key}>
            <NomineeName as="a" href={nomineePath(id, code)} name={shortName(name)} />
            <div>
              <small>{about.join(' · ')}</small>
            </div>
          </li>
        );
      })}
    </ol>
  );
  return (
    <>
      {isSearch
        ? list(shown)
        : [...new Set(shown.map(({ category }) => category))].map((category) => (
            <Fragment key={category.id}>
              {several && <h2>{shortName(category.name)}</h2>}
              <Released category={category} />
              {list(shown.filter((row) => row.category === category))}
            </Fragment>
          ))}
      <Paging id={id} query={query} {...place} />
    </>
  );
}

/** Said where votes decide the order that were held and then let in. */
function Released({ category: { contestants } }: { category: PublicCategoryView }) {
  const votes = releasedVotesThatDecide(contestants);
  return votes ? (
    <p>
      <b>{t.rankings.released(votes)}</b>
    </p>
  ) : null;
}
