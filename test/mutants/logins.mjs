const LOGIN = {
  file: 'libs/database/src/sql/login-dangers.sql',
  spec: 'test/api/database-login.spec.ts',
  only: 'is refused in production',
};
const UPLOADS = {
  file: 'apps/api/src/http/upload-queue.ts',
  spec: 'apps/api/src/http/upload-queue.spec.ts',
};

/** Mutants of what the processes may do in the database, and of uploads. */
export const LOGINS = [
  {
    name: 'login: any login starts in production',
    text: '  if (policy.production) throw',
    replacement: '  if (false as boolean) throw',
    ...LOGIN,
    file: 'libs/database/src/login.ts',
  },
  {
    name: 'login: one that owns the tables keeps its rights',
    text: 'if ((await dangersOf(client)).length) await',
    replacement: 'if ((await dangersOf(client)).length < 0) await',
    ...LOGIN,
    only: 'takes the role of the processes on every connection',
    file: 'libs/database/src/login.ts',
  },
  {
    name: 'login: a superuser is no danger',
    text: ' AS danger FROM reach WHERE rolsuper',
    replacement: ' AS danger FROM reach WHERE false',
    ...LOGIN,
  },
  {
    name: 'login: what it may act as is no danger',
    text: "pg_has_role(login.oid, r.oid, 'MEMBER')",
    replacement: 'false',
    ...LOGIN,
  },
  {
    name: 'login: creating roles is no danger',
    text: 'WHERE rolcreaterole AND',
    replacement: 'WHERE false AND',
    ...LOGIN,
  },
  {
    name: 'login: bypassing row security is no danger',
    text: 'WHERE rolbypassrls AND',
    replacement: 'WHERE false AND',
    ...LOGIN,
  },
  {
    name: 'login: copying the server is no danger',
    text: 'WHERE rolreplication AND',
    replacement: 'WHERE false AND',
    ...LOGIN,
  },
  {
    name: 'login: the server’s files are no danger',
    text: 'WHERE rolname IN (',
    replacement: 'WHERE false AND rolname IN (',
    ...LOGIN,
  },
  {
    name: 'login: owning the database is no danger',
    text: 'WHERE datname = current_database() AND',
    replacement: 'WHERE false AND',
    ...LOGIN,
  },
  {
    name: 'login: owning a schema is no danger',
    text: "WHERE nspname !~ '^pg_(toast_)?temp_' AND",
    replacement: 'WHERE false AND',
    ...LOGIN,
  },
  {
    name: 'login: owning a table is no danger',
    text: 'WHERE relkind IN (',
    replacement: 'WHERE false AND relkind IN (',
    ...LOGIN,
  },
  {
    name: 'login: owning a function is no danger',
    text: 'ON proowner = reach.oid\nWHERE NOT',
    replacement: 'ON proowner = reach.oid\nWHERE false AND NOT',
    ...LOGIN,
  },

  { name: 'uploads: 400 in memory', text: '  held: 4,', replacement: '  held: 400,', ...UPLOADS },
  {
    name: 'uploads: one user holds all',
    text: '  heldPerUser: 2,',
    replacement: '  heldPerUser: 4,',
    ...UPLOADS,
  },
  { name: 'uploads: any number waits', text: '  places: 24,', replacement: '  places: 24_000,', ...UPLOADS },
  {
    name: 'uploads: one user takes all places',
    text: '  placesPerUser: 8,',
    replacement: '  placesPerUser: 24,',
    ...UPLOADS,
  },
  {
    name: 'uploads: a late one is run all the same',
    text: '        if (isLate) return;\n'.trimStart(),
    replacement: '',
    ...UPLOADS,
  },
  {
    name: 'uploads: a place is kept after the end',
    text: '      user.places--;\n',
    replacement: '',
    ...UPLOADS,
  },
  {
    name: 'uploads: decoded before anything is checked',
    text: '    if (bytes) await steps.check?.();\n',
    replacement: '',
    file: 'libs/contests/src/pictures/picture.service.ts',
    spec: 'test/api/uploads.spec.ts',
    only: 'is refused before its picture is looked at',
    served: true,
  },
  {
    name: 'uploads: all are decoded side by side',
    text: 'const MAX_PARALLEL = 1;',
    replacement: 'const MAX_PARALLEL = 100;',
    file: 'libs/contests/src/pictures/picture.service.ts',
    spec: 'test/api/service-guards.spec.ts',
    only: 'picture',
  },
  {
    name: 'uploads: 4,000 megapixels',
    text: 'const MAX_PIXELS = 40_000_000;',
    replacement: 'const MAX_PIXELS = 4_000_000_000;',
    file: 'libs/contests/src/pictures/picture.service.ts',
    spec: 'test/api/uploads.spec.ts',
    only: 'a refused upload leaves no file and no row',
    served: true,
  },
];
