import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Permission } from '@abato/contracts';
import {
  type Access,
  ACCESS_EXTENSION,
  PERMISSION_EXTENSION,
  REAUTHENTICATED_EXTENSION,
} from '../access/access.decorators.js';
import { KEY_EXTENSION } from '../http/idempotency.interceptor.js';
import { logPaths } from '../transparency/serve-log.js';
import { namedSchemas } from './schema.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const CALLERS: Record<Access, string> = {
  public: 'For everyone; no token is needed.',
  'signed-in': 'For signed-in users; organisers must be approved.',
  'signed-in-unapproved': 'For signed-in users, also before approval.',
  organiser: 'For approved organisers and super admins.',
  'super-admin': 'For super admins.',
};
const RECENT_SIGN_IN: Record<string, string> = {
  always: 'Needs a sign-in or confirmation of the last five minutes.',
  'with-second-factor':
    'Users with a second factor must have signed in or confirmed themselves within five minutes.',
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Who may call each operation is said by its access decorators, so that text and guard cannot differ. */
function sayWhoMayCall(paths: OpenAPIObject['paths']): void {
  for (const path of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = path[method] as (Operation & Record<string, unknown>) | undefined;
      if (!operation) continue;
      const callers = CALLERS[operation[ACCESS_EXTENSION] as Access];
      const recent = RECENT_SIGN_IN[operation[REAUTHENTICATED_EXTENSION] as string];
      const permission = operation[PERMISSION_EXTENSION] as Permission | null | undefined;
      const needs = permission && `Needs the permission \`${permission}\`.`;
      delete operation[ACCESS_EXTENSION];
      delete operation[PERMISSION_EXTENSION];
      delete operation[REAUTHENTICATED_EXTENSION];
      sayWhatTheKeyDoes(method, operation);
      operation.description = [callers, needs, operation.description, recent].filter(Boolean).join(' ');
    }
  }
}

const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'UUID; the same request with the same key is done once and gets the first answer again',
  schema: { type: 'string' },
} as const;

/** Every write takes a key, but those whose decorator says otherwise. */
function sayWhatTheKeyDoes(method: string, operation: Operation & Record<string, unknown>): void {
  const isKeyed = method !== 'get' && operation[KEY_EXTENSION] !== 'own';
  delete operation[KEY_EXTENSION];
  const parameters = operation.parameters ?? [];
  if (!isKeyed || parameters.some((one) => 'name' in one && one.name === KEY_HEADER.name)) return;
  operation.parameters = [...parameters, KEY_HEADER];
}

/** The document of the whole API. It needs the routes only: nothing is started and no server is called. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Abato')
    .setDescription('Live, paid contest voting that anyone can check. Money is in cedis, time is UTC.')
    .setVersion('1')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  Object.assign(document.paths, logPaths());
  sayWhoMayCall(document.paths);
  const schemas = { ...document.components?.schemas, ...(namedSchemas() as object) };
  return {
    ...document,
    // In the order of their names: modules may be listed in another order without changing the document.
    paths: Object.fromEntries(Object.entries(document.paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** The interactive reference at `/api/docs`, its document at `/api/docs-json`. */
export function describeApi(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => createDocument(app));
}
