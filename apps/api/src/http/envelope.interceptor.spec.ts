import { Reflector } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import { Enveloped, EnvelopeInterceptor } from './envelope.interceptor.js';

type Context = Parameters<EnvelopeInterceptor['intercept']>[0];

class Routes {
  @Enveloped({ kind: 'page' })
  page(): void {}
  @Enveloped({ kind: 'data' })
  data(): void {}
}

const answerOf = (route: keyof Routes, answer: unknown, sent = false): Promise<unknown> => {
  const context = {
    getHandler: () => Routes.prototype[route],
    switchToHttp: () => ({ getResponse: () => ({ sent }) }),
  } as unknown as Context;
  return lastValueFrom(
    new EnvelopeInterceptor(new Reflector()).intercept(context, { handle: () => of(answer) }),
  );
};

it('answers are wrapped as their routes say', async () => {
  expect(await answerOf('data', undefined)).toEqual({ success: true, data: null });
  const page = { page: 1, pageSize: 20, skip: 0 };
  expect(await answerOf('page', { items: [7], total: 1, page })).toMatchObject({ success: true, data: [7] });
});

it.each(['page', 'data'] as const)(
  'a %s that its controller has sent is left alone: wrapping it would be logged as a failure of each request',
  async (route) => expect(await answerOf(route, undefined, true)).toBeUndefined(),
);
