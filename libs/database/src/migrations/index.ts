import { readdirSync } from 'node:fs';
import type { MigrationInterface } from 'typeorm';

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** By the name of the table or view. Without UPDATE and DELETE: append-only, nothing that was written is ever changed. */
export type Rights = Readonly<Record<string, readonly Right[]>>;

interface Migration {
  new (): MigrationInterface;
  /** What the processes may do with the tables that it makes; a later migration may say it anew. */
  readonly rights?: Rights;
}

/** Sources in tests, compiled files in a build, which is made whole from the sources (ADR 2). `npm run check` compares names and classes. */
const files = readdirSync(import.meta.dirname).filter((file) => /^\d{13}-[a-z0-9-]+\.[jt]s$/.test(file));

const modules = await Promise.all(
  files.sort().map((file) => import(`./${file}`) as Promise<Record<string, Migration>>),
);
/** In the order of their times: every migration of this folder. */
export const migrations = modules.flatMap((one) => Object.values(one));
