import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ErrorBody, Pagination } from '@abato/contracts';
import { ERROR_MESSAGES } from '@abato/contracts';
import { count, flag, list, object, oneOf, text, view, type Schema } from './schema.js';

const pagination = view(
  'Pagination',
  object<Pagination>({ page: count, pageSize: count, total: count, totalPages: count }),
);

const failure = view(
  'Failure',
  object<ErrorBody>(
    {
      success: flag,
      message: text,
      code: oneOf(Object.keys(ERROR_MESSAGES)),
      errors: list(object<{ field: string; message: string }>({ field: text, message: text })),
      requestId: text,
      retryAfter: { type: 'number' },
    },
    ['errors', 'requestId', 'retryAfter'],
  ),
);

const failures = ApiResponse({ status: 'default', description: 'A refusal', schema: failure as object });

/** The route answers `{ success, data }`. @param status 200 unless it creates something */
export function Answers(data: Schema, status = 200): MethodDecorator {
  const body: Schema = {
    type: 'object',
    properties: { success: flag, data, message: text },
    required: ['success', 'data'],
    additionalProperties: false,
  };
  return applyDecorators(ApiResponse({ status, description: 'Done', schema: body as object }), failures);
}

/** The route answers a page of a list. */
export function AnswersPage(item: Schema): MethodDecorator {
  const body: Schema = {
    type: 'object',
    properties: { success: flag, data: list(item), pagination },
    required: ['success', 'data', 'pagination'],
    additionalProperties: false,
  };
  return applyDecorators(
    ApiResponse({ status: 200, description: 'A page', schema: body as object }),
    failures,
  );
}
