import * as s from './schema.js';

export const paginationView = s.view('Pagination', {
  page: s.like(s.count, 1),
  pageSize: s.like(s.count, 20),
  total: s.like(s.count, 41),
  totalPages: s.like(s.count, 3),
});
export type Pagination = s.Shown<typeof paginationView>;

/** The body of every success (payment verification aside). */
export interface SuccessBody<T> {
  success: true;
  data: T;
  message?: string;
}

/** The body of every list. */
export interface PageBody<T> extends SuccessBody<T[]> {
  pagination: Pagination;
}

export function paginationOf(page: number, pageSize: number, total: number): Pagination {
  return { page, pageSize, total, totalPages: Math.ceil(total / pageSize) };
}

/** A page of a list: rows to skip and rows to take. */
export interface Page {
  page: number;
  pageSize: number;
  skip: number;
}

/** @param page from 1 */
export function pageAt(page: number, pageSize: number): Page {
  return { page, pageSize, skip: (page - 1) * pageSize };
}

export function success<T>(data: T, message?: string): SuccessBody<T> {
  return message ? { success: true, message, data } : { success: true, data };
}

export function pageOf<T>(items: T[], page: Page, total: number): PageBody<T> {
  return { success: true, data: items, pagination: paginationOf(page.page, page.pageSize, total) };
}

/** The header by which a write is done once, however often it is sent: a UUID that the caller draws. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** What became of a write, by its key. */
export const requestOutcomeView = s.view('RequestOutcome', {
  state: s.oneOf(['RUNNING', 'DONE']),
  /** HTTP status of the first answer. */
  status: s.optional(s.like(s.count, 201)),
  /** The whole body of the first answer; absent while it runs, and where the process ended before it could keep it. */
  answer: s.optional(s.like(s.openObject as s.Schema<unknown>, { success: true })),
});
export type RequestOutcome = s.Shown<typeof requestOutcomeView>;
