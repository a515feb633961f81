import { z } from 'zod';
import { ControlError } from '../core/errors.js';

/**
 * Read a control call's body. Unknown fields are ignored, as fields may be added.
 * @throws ControlError 400 naming every field that is wrong
 */
export function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new ControlError(400, wrong.join('; '));
}
