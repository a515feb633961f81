import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { createPool, migrate } from '@abato/database';
import { dataSourceOptions } from '@abato/testing/database';
import { sqlOf } from '../../support/sql.js';
import { testState } from '../../support/state.js';

/** A database of its own on the running server, so that two thousand invented contests disturb no other test. */
export interface ModelDatabase {
  pool: pg.Pool;
  /** As the owner of the tables, for building and for planting bugs. */
  owner: pg.Pool;
  /** A statement as the owner. */
  sql: ReturnType<typeof sqlOf>;
  /** As another process has; it is ended by the test. */
  anotherPool(): pg.Pool;
  /** TypeORM with the entities that the test's file has imported, as the processes log in; one for the file, ended by `drop`. */
  source(): Promise<DataSource>;
  drop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

export async function createModelDatabase(): Promise<ModelDatabase> {
  const name = `model_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: testState().ownerUrl });
  await server.connect();
  await copyOfTemplate(server, name);
  const url = urlOf(name);
  const login = new URL(testState().databaseUrl);
  login.pathname = url.pathname;
  const anotherPool = (): pg.Pool => {
    const made = createPool(login.href, 8, () => undefined);
    // A long run on a busy machine may wait for a connection for longer than people may.
    made.options.connectionTimeoutMillis = PATIENCE_MS;
    return made;
  };
  const pool = anotherPool();
  const owner = new pg.Pool({ connectionString: url.href, max: 2 });
  // Dropping the database ends connections that are still closing.
  owner.on('error', () => undefined);
  let opened: Promise<DataSource> | undefined;
  const open = (): Promise<DataSource> =>
    new DataSource({
      ...dataSourceOptions(login.href, 2),
      entities: getMetadataArgsStorage().tables.map(({ target }) => target),
    }).initialize();
  return {
    pool,
    owner,
    sql: sqlOf(() => owner),
    anotherPool,
    source: () => (opened ??= open()),
    async drop() {
      await Promise.all([pool.end(), owner.end(), opened?.then((source) => source.destroy())]);
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}

/** A database of the file that calls this while it is loaded; dropped after its tests. */
export async function ownDatabase(): Promise<ModelDatabase> {
  const database = await createModelDatabase();
  afterAll(() => database.drop());
  return database;
}

const urlOf = (name: string): URL => Object.assign(new URL(testState().ownerUrl), { pathname: `/${name}` });

/** A copy costs a tenth of the migrations. The first file of a run makes the template, the others wait for it. */
async function copyOfTemplate(server: pg.Client, name: string): Promise<void> {
  await server.query("SELECT pg_advisory_lock(hashtext('model_template'))");
  try {
    const found = await server.query("SELECT 1 FROM pg_database WHERE datname = 'model_template'");
    if (!found.rowCount) {
      // Renamed when it is finished: a template that was begun by a killed process is none.
      await server.query('DROP DATABASE IF EXISTS model_template_begun WITH (FORCE)');
      await server.query('CREATE DATABASE model_template_begun');
      await migrate({ url: urlOf('model_template_begun').href });
      await server.query('ALTER DATABASE model_template_begun RENAME TO model_template');
    }
    await server.query(`CREATE DATABASE ${name} TEMPLATE model_template`);
  } finally {
    await server.query("SELECT pg_advisory_unlock(hashtext('model_template'))");
  }
}

/** The same pool with its SQL changed on the way: how a bug is planted without touching the code under test. */
export function rewriting(pool: pg.Pool, change: (sql: string) => string): pg.Pool {
  const rewrite = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const value: unknown = Reflect.get(object, property);
        if (typeof value !== 'function') return value;
        if (property === 'query') {
          return (statement: string | pg.QueryConfig, ...rest: unknown[]): unknown =>
            Reflect.apply(value, object, [changed(statement, change), ...rest]);
        }
        if (property === 'connect') {
          return async () => rewrite((await Reflect.apply(value, object, [])) as object);
        }
        return value.bind(object) as unknown;
      },
    });
  return rewrite(pool);
}

/** A changed statement loses its name: the connection remembers the unchanged one under it. */
function changed(statement: string | pg.QueryConfig, change: (sql: string) => string): unknown {
  if (typeof statement === 'string') return change(statement);
  return { text: change(statement.text), values: statement.values };
}
