import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { namedSchemas } from './schema.js';

/** The document of the whole API. It needs the routes only: nothing is started and nobody is asked. */
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
