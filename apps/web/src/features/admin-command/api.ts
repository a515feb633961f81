import type { BookEntry, ContestView, HostView, Role, UserView } from '@abato/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '@/lib/admin/api';
import { api, queryString } from '@/lib/api';

/** Of each kind: more would push the other kinds out of view. */
const MOST_OF_A_KIND = 5;

/** Everything that the server found for a text. */
export interface Found {
  text: string;
  contests: ContestView[];
  hosts: HostView[];
  users: UserView[];
  entries: BookEntry[];
}

export const countOf = (found: Found | undefined): number =>
  found ? found.contests.length + found.hosts.length + found.users.length + found.entries.length : 0;

/** The shortest reference or receipt code; anything shorter cannot name a payment. */
const SHORTEST_CODE = 8;

/**
 * Where to look for a text. One word with a digit, or digits alone, is a reference, a receipt code or a phone number and not a title: it is
 * asked for in a body only, because addresses are written to logs (ADR 82).
 */
export function searchesFor(text: string): { lists: boolean; books: boolean } {
  const letters = text.replace(/[\s+-]/g, '');
  const books = /^[0-9a-z]+$/i.test(letters) && letters.length >= SHORTEST_CODE;
  const isCode = books && /\d/.test(letters) && (!/\s/.test(text.trim()) || /^\d+$/.test(letters));
  return { lists: !isCode, books };
}

/**
 * Contests, hosts and, for super admins, users by the lists' own search; payments and votes by POST /payments/find.
 * @param text is what was typed; blank: the newest contests
 */
export function foundQuery(role: Role, text: string) {
  const isSuperAdmin = role === 'SUPER_ADMIN';
  return queryOptions({
    queryKey: [...adminKeys.all, 'found', role, text],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Found> => {
      const query = queryString({ search: text, page: 1, pageSize: MOST_OF_A_KIND });
      const { lists, books } = searchesFor(text);
      const list = async <T>(path: string, wanted = true) =>
        lists && wanted ? (await api.page<T>(`${path}${query}`, { signal })).data : [];
      const all = isSuperAdmin ? '/admin/all' : '';
      const [contests, hosts, users, entries] = await Promise.all([
        list<ContestView>(`/contests${all}`),
        list<HostView>(`/hosts${all}`, text !== ''),
        list<UserView>('/users', isSuperAdmin && text !== ''),
        books ? api.ask<BookEntry[]>('/payments/find', { search: text }, { signal }) : [],
      ]);
      return { text, contests, hosts, users, entries };
    },
  });
}
