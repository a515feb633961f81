import { Body, Controller, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { jest } from '@jest/globals';
import { AppError, checkShape } from '@abato/platform';
import { Public } from '../access/access.decorators.js';
import { acceptJson, JSON_BODY_BYTES, readJson, TakesBody } from './json-body.js';
import { createValidationPipe } from './validation.pipe.js';

const read = (text: string): unknown => readJson(Buffer.from(text));
const nested = (levels: number): string => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
const withKeys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])));
const refused = expect.objectContaining({ code: 'MALFORMED_REQUEST' }) as Error;

function refusalOf(text: string): unknown {
  try {
    read(text);
  } catch (error) {
    return error;
  }
  return undefined;
}

it.each([
  ['an object', ' \r\n\t{"a":[1,{"b":null}]} ', { a: [1, { b: null }] }],
  ['signs inside of texts', '{"a":"[[[[[[[[[[{{{{,,,,\\"[[[[\\\\"}', { a: '[[[[[[[[[[{{{{,,,,"[[[[\\' }],
  ['texts beyond ASCII', '{"ɔ":"ŋ😀"}', { ɔ: 'ŋ😀' }],
])('a JSON body is read: %s', (_, text, value) => expect(read(text)).toEqual(value));

it('a JSON body has at most 8 levels', () => {
  expect(refusalOf(nested(8))).toBeUndefined();
  expect(refusalOf(nested(9))).toEqual(refused);
  expect(refusalOf(`{"a":${'['.repeat(7)}${']'.repeat(7)}}`)).toBeUndefined();
  expect(refusalOf(`{"a":${'['.repeat(8)}${']'.repeat(8)}}`)).toEqual(refused);
});

it('a JSON body has at most 200 keys and elements, wherever they are', () => {
  expect(refusalOf(withKeys(200))).toBeUndefined();
  expect(refusalOf(withKeys(201))).toEqual(refused);
  expect(refusalOf(`{"a":${withKeys(199)}}`)).toBeUndefined();
  expect(refusalOf(`{"a":${withKeys(200)}}`)).toEqual(refused);
  expect(refusalOf(`{"a":[${Array(199).fill(0).join()}]}`)).toBeUndefined();
  expect(refusalOf(`{"a":[${Array(200).fill(0).join()}]}`)).toEqual(refused);
  expect(refusalOf(`{"a":[${Array(150).fill('{}').join()}]}`)).toEqual(refused);
});

it.each([
  '',
  ' ',
  '[]',
  'null',
  '"text"',
  '7',
  'true',
  '\ufeff{}',
  '{',
  '{]',
  '{"a"}',
  '{}x',
  '{"a":"',
  '{"a":"\\',
])('a JSON body is refused when it is no object: %j', (text) => expect(refusalOf(text)).toEqual(refused));

it('a JSON body does not change a prototype', () =>
  expect(read('{"__proto__":{"a":1},"b":{"constructor":{"prototype":{"a":1}}}}')).toEqual({ b: {} }));

describe('work that is not done', () => {
  const transformed = jest.fn();
  class Form {
    @IsOptional()
    @Transform(({ value }: { value: unknown }) => {
      transformed();
      return value;
    })
    name?: unknown;
  }
  @Controller()
  class Routes {
    @Public() @Post('form') form(@Body() body: Form) {
      return { name: body.name };
    }
    @Public() @TakesBody({ bodyBytes: 40_000 }) @Post('longer') longer(@Body() body: Form) {
      return { name: body.name };
    }
    @Public() @TakesBody({ rawBody: true }) @Post('raw') raw(@Body() body: Buffer) {
      return { length: body.length };
    }
  }
  class RoutesModule {}

  let app: NestFastifyApplication;
  let base: string;
  const parse = jest.spyOn(JSON, 'parse');
  beforeAll(async () => {
    app = await NestFactory.create<NestFastifyApplication>(
      { module: RoutesModule, controllers: [Routes] },
      new FastifyAdapter(),
      { logger: false, bodyParser: false },
    );
    app.useGlobalPipes(createValidationPipe());
    acceptJson(app.getHttpAdapter().getInstance());
    await app.listen(0, '127.0.0.1');
    base = await app.getUrl();
  });
  afterAll(async () => {
    parse.mockRestore();
    await app.close();
  });

  /** Send a body, and count what was done with it. */
  async function send(url: string, payload: string, type = 'application/json') {
    parse.mockClear();
    transformed.mockClear();
    const answer = await fetch(base + url, {
      method: 'POST',
      body: payload,
      headers: { 'content-type': type },
    });
    await answer.text();
    const statusCode = answer.status;
    return { statusCode, parsed: parse.mock.calls.length, transformed: transformed.mock.calls.length };
  }

  it('is parsing and transforming, for what is refused', async () => {
    expect(await send('/form', '{"name":"Ama"}')).toEqual({ statusCode: 201, parsed: 1, transformed: 1 });
    for (const body of [nested(9), withKeys(201), '[]', 'null', '['.repeat(JSON_BODY_BYTES)]) {
      const { parsed, transformed: count } = await send('/form', body);
      expect([body.slice(0, 20), parsed, count]).toEqual([body.slice(0, 20), 0, 0]);
    }
  });

  it('is reading, for what is longer than the route takes', async () => {
    const long = (bytes: number): string => `{"name":"${'x'.repeat(bytes - 11)}"}`;
    expect(await send('/form', long(JSON_BODY_BYTES))).toMatchObject({ statusCode: 201 });
    expect(await send('/form', long(JSON_BODY_BYTES + 1))).toEqual({
      statusCode: 413,
      parsed: 0,
      transformed: 0,
    });
    expect(await send('/longer', long(40_000))).toMatchObject({ statusCode: 201 });
    expect(await send('/longer', long(40_001))).toEqual({ statusCode: 413, parsed: 0, transformed: 0 });
  });

  it('is parsing, for routes that take bytes and for other types', async () => {
    expect(await send('/raw', '[1]')).toEqual({ statusCode: 201, parsed: 0, transformed: 0 });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'text/json',
    ]) {
      expect(await send('/form', '{"name":"Ama"}', type)).toEqual({
        statusCode: 415,
        parsed: 0,
        transformed: 0,
      });
    }
  });

  it('is looking further than to what is too much', () => {
    const bytes = new Proxy(Buffer.from('{"a":' + '['.repeat(100_000)), {
      get: (target, name) => {
        const index = Number(String(name));
        if (index > 100) throw new Error('looked too far');
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(() => checkShape(bytes, { levels: 8, members: 200 })).toThrow(AppError);
  });
});
