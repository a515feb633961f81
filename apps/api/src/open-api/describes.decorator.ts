import { ApiOperation } from '@nestjs/swagger';

/**
 * What the document says about a route. Who may call it is added from its access decorator.
 * @param summary a few words, without a full stop; unique in the document
 * @param description one or two sentences: what it does, and what it refuses in particular
 */
export const Describes = (summary: string, description: string): MethodDecorator =>
  ApiOperation({ summary, description });
