import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import {
  ERROR_MESSAGES,
  type ErrorBody,
  type FieldError,
  type Pagination,
  type PaymentVerification,
  type PaymentVerificationBody,
  type SettlementStatus,
} from '@abato/contracts';
import { paymentVerificationSchema } from './payment-views.js';
import { count, exampleOf, flag, id, like, list, object, oneOf, type Schema, text, view } from './schema.js';

const code = oneOf(Object.keys(ERROR_MESSAGES));

const pagination = view(
  'Pagination',
  object<Pagination>({
    page: like(count, 1),
    pageSize: like(count, 20),
    total: like(count, 41),
    totalPages: like(count, 3),
  }),
);

const failure = view(
  'Failure',
  object<ErrorBody>(
    {
      success: like(flag, false),
      message: like(text, 'Phone is required'),
      code,
      errors: list(
        object<FieldError>({ field: like(text, 'voterPhone'), message: like(text, 'Phone is required') }),
      ),
      requestId: id,
      retryAfter: { type: 'number', example: 2 },
      position: like(count, 12),
    },
    ['errors', 'requestId', 'retryAfter', 'position'],
  ),
);

interface Answer {
  status: number | 'default';
  description: string;
  schema: Schema;
  example: unknown;
  type?: string;
}

function answer({
  status,
  description,
  schema,
  example,
  type = 'application/json',
}: Answer): MethodDecorator {
  return ApiResponse({ status, description, content: { [type]: { schema: schema as object, example } } });
}

const failures = answer({
  status: 'default',
  description: 'A refusal',
  schema: failure,
  example: exampleOf(failure),
});

/** The route answers `{ success, data }`. @param status 200 unless it creates something */
export function Answers(data: Schema, status = 200): MethodDecorator {
  const schema: Schema = {
    type: 'object',
    properties: { success: flag, data, message: text },
    required: ['success', 'data'],
    additionalProperties: false,
  };
  const example = { success: true, data: exampleOf(data) };
  return applyDecorators(answer({ status, description: 'Done', schema, example }), failures);
}

/** The route answers a page of a list. */
export function AnswersPage(item: Schema): MethodDecorator {
  const schema: Schema = {
    type: 'object',
    properties: { success: flag, data: list(item), pagination },
    required: ['success', 'data', 'pagination'],
    additionalProperties: false,
  };
  return applyDecorators(
    answer({ status: 200, description: 'A page', schema, example: exampleOf(schema) }),
    failures,
  );
}

/** The route answers a file of comma-separated values, with these columns. */
export function AnswersCsv(columns: readonly string[]): MethodDecorator {
  const example = `${columns.map((column) => `"${column}"`).join(',')}\r\n`;
  return applyDecorators(
    answer({ status: 200, description: 'A file', schema: text, example, type: 'text/csv' }),
    failures,
  );
}

/** The verification of a payment tells its end by the body's flag: completed and still open 200, failed 402. */
export function AnswersVerification(): MethodDecorator {
  const schema = object<PaymentVerificationBody>(
    { success: flag, message: text, code, data: paymentVerificationSchema },
    ['code'],
  );
  const { receiptCode, ...open } = exampleOf(paymentVerificationSchema) as PaymentVerification;
  const dataOf = (status: SettlementStatus) => ({ ...open, status, payment: { ...open.payment, status } });
  return applyDecorators(
    answer({
      status: 200,
      description: 'Paid and counted (`success: true`), or not decided yet (`success: false`)',
      schema,
      example: {
        success: true,
        message: 'Payment verified. Your vote has been counted.',
        data: { ...dataOf('COMPLETED'), receiptCode },
      },
    }),
    answer({
      status: 402,
      description: 'Not paid',
      schema,
      example: {
        success: false,
        message: 'The payment was not completed. You can try again.',
        code: 'PAYMENT_FAILED',
        data: dataOf('FAILED'),
      },
    }),
    failures,
  );
}
