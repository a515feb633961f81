import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { API_PREFIX } from './bootstrap.js';
import { createDocument } from './open-api/describe-api.js';

/**
 * Writes the API's OpenAPI document to the file named on the command line, or to standard output. Needs neither a database nor
 * any setting: the modules are only read.
 */
const app = await NestFactory.create(AppModule.forRole('all'), new FastifyAdapter(), {
  preview: true,
  logger: ['error'],
  abortOnError: false,
});
app.setGlobalPrefix(...API_PREFIX);
const document = `${JSON.stringify(createDocument(app), null, 2)}\n`;
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, document);
else process.stdout.write(document);
process.exit(0);
