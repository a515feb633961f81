import pg from 'pg';

/** What docs/runbook.md#database-logins says of the driver: a later version must not weaken it unnoticed. */
it.each(['require', 'verify-ca', 'verify-full'])(
  'checks the certificate and its name for sslmode=%s',
  (mode) => {
    const client = new pg.Client({ connectionString: `postgres://a@database.example/b?sslmode=${mode}` });
    const { ssl } = client as unknown as { ssl: Record<string, unknown> };
    expect(ssl).toBeTruthy();
    expect(ssl['rejectUnauthorized']).not.toBe(false);
    expect(ssl['checkServerIdentity']).toBeUndefined();
  },
);
