import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import {
  errorCodeView,
  failureView,
  flag,
  list,
  object,
  paginationView,
  type PaymentVerification,
  paymentVerificationView,
  type Schema,
  type SettlementStatus,
  text,
} from '@abato/contracts';
import { Enveloped, type Listed } from '../http/envelope.interceptor.js';
import { exampleOf, openApiOf, type OpenApiSchema } from './schema.js';

/**
 * What the document says about a route. Who may call it is added from its access decorator.
 * @param summary a few words, without a full stop; unique in the document
 * @param description one or two sentences: what it does, and what it refuses in particular
 */
export const Describes = (summary: string, description: string): MethodDecorator =>
  ApiOperation({ summary, description });

interface Answer {
  status: number | 'default';
  description: string;
  schema: OpenApiSchema;
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
  return ApiResponse({ status, description, content: { [type]: { schema, example } } });
}

const failures = answer({
  status: 'default',
  description: 'A refusal',
  schema: openApiOf(failureView),
  example: exampleOf(failureView),
});

/**
 * For a route's method whose result has this type: the compiler compares what is answered with what the document says. A method without a
 * result has sent the answer itself, or answers null.
 */
type Answering<T> = <M extends (...input: never[]) => T | void | Promise<T | void>>(
  target: object,
  name: string,
  method: TypedPropertyDescriptor<M>,
) => void;

/** The route answers `{ success, data }`. @param status 200 unless it creates something; `message` tells the outcome in words */
export function Answers<T>(
  data: Schema<T>,
  { status = 200, message }: { status?: number; message?: string } = {},
): Answering<T> {
  return applyDecorators(
    HttpCode(status),
    Enveloped({ kind: 'data', message }),
    success(data, status, 'Done'),
    failures,
  );
}

/** The route has another success beside that of `Answers`, told by its status. */
export function AlsoAnswers(data: Schema, status: number, description: string): MethodDecorator {
  return success(data, status, description);
}

function success(data: Schema, status: number, description: string): MethodDecorator {
  const { properties, required } = openApiOf(object({ success: flag, data }));
  const schema: OpenApiSchema = {
    type: 'object',
    properties: { ...properties, message: openApiOf(text) },
    required,
    additionalProperties: false,
  };
  return answer({ status, description, schema, example: { success: true, data: exampleOf(data) } });
}

/** The route answers a page of a list. */
export function AnswersPage<T>(item: Schema<T>): Answering<Listed<T>> {
  const schema = object({ success: flag, data: list(item), pagination: paginationView });
  return applyDecorators(
    HttpCode(200),
    Enveloped({ kind: 'page' }),
    answer({ status: 200, description: 'A page', schema: openApiOf(schema), example: exampleOf(schema) }),
    failures,
  );
}

/** The route answers a file of comma-separated values, with these columns. */
export function AnswersCsv(columns: readonly string[]): MethodDecorator {
  const example = `${columns.map((column) => `"${column}"`).join(',')}\r\n`;
  return applyDecorators(
    answer({ status: 200, description: 'A file', schema: openApiOf(text), example, type: 'text/csv' }),
    failures,
  );
}

/** The route answers a file of another kind. */
export function AnswersFile(
  type:
    | 'application/pdf'
    | 'text/plain'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
): MethodDecorator {
  const schema = { ...openApiOf(text), ...(type === 'text/plain' ? {} : { format: 'binary' }) };
  return applyDecorators(answer({ status: 200, description: 'A file', schema, example: '', type }), failures);
}

/** The verification of a payment tells its end by the body's flag: completed and still open 200, failed 402. */
export function AnswersVerification(): MethodDecorator {
  const body = object({ success: flag, message: text, code: errorCodeView, data: paymentVerificationView });
  const schema = { ...openApiOf(body), required: ['success', 'message', 'data'] };
  const { receiptCode, nothingTaken, ...open } = exampleOf(paymentVerificationView) as PaymentVerification;
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
        data: { ...dataOf('FAILED'), nothingTaken },
      },
    }),
    failures,
  );
}
