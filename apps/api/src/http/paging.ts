import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { isUuid, MAX_PAGE_SIZE, pageAt, type Page } from '@abato/contracts';
import { AppError } from '@abato/platform';
import type { Schema } from '../open-api/schema.js';

/** The raw query of a list; every reader below checks the value it takes. */
export type ListQuery = Record<string, unknown>;

/**
 * Describes `page`, `pageSize` and the filters for OpenAPI; the default page size differs by list (specification §7).
 */
export function ApiPaging(defaultSize: number, filters: Record<string, Schema> = {}): MethodDecorator {
  return applyDecorators(
    ...Object.entries(filters).map(([name, schema]) =>
      ApiQuery({ name, required: false, schema: schema as object }),
    ),
    ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } }),
    ApiQuery({
      name: 'pageSize',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: defaultSize },
    }),
  );
}

const MAX_PAGE = 1_000_000;

/**
 * Read `page` and `pageSize`.
 * @throws AppError VALIDATION_FAILED when one is not a whole number in its range; `pageSize` is at most 1,000
 */
export function readPage(query: ListQuery, defaultSize: number): Page {
  const page = readWholeNumber('page', query.page, 1, MAX_PAGE);
  const pageSize = readWholeNumber('pageSize', query.pageSize, defaultSize, MAX_PAGE_SIZE);
  return pageAt(page, pageSize);
}

/** A query parameter that must be a whole number from 1 to `max`; blank counts as absent. */
export function readWholeNumber(field: string, raw: unknown, fallback: number, max: number): number {
  if (raw === undefined || raw === '') return fallback;
  const value = typeof raw === 'string' && /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
  if (!(value >= 1 && value <= max)) {
    throw AppError.validation([{ field, message: `${field} must be a whole number from 1 to ${max}` }]);
  }
  return value;
}

/** A query parameter that must be one of a list when it is given; blank counts as absent. */
export function readChoice<T extends string>(
  field: string,
  raw: unknown,
  choices: readonly T[],
): T | undefined {
  if (raw === undefined || raw === '') return undefined;
  if (typeof raw !== 'string' || !(choices as readonly string[]).includes(raw)) {
    throw AppError.validation([{ field, message: `${field} must be one of ${choices.join(', ')}` }]);
  }
  return raw as T;
}

/** A query parameter that must be an id when it is given; blank counts as absent. */
export function readId(field: string, raw: unknown): string | undefined {
  if (raw === undefined || raw === '') return undefined;
  if (!isUuid(raw)) throw AppError.validation([{ field, message: `${field} is not valid` }]);
  return raw.toLowerCase();
}

/** A trimmed search text, or undefined when blank. */
export function readSearch(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  // PostgreSQL text cannot hold NUL; nothing anybody looks for contains it.
  return raw.replaceAll('\u0000', '').trim().slice(0, 200) || undefined;
}
