import type { DataSource } from 'typeorm';

/** Those of these stored paths that a host, contest or contestant refers to, archived ones included. */
export async function usedPictures(source: DataSource, paths: string[]): Promise<Set<string>> {
  const rows: { path: string }[] = await source.query(
    `SELECT logo AS path FROM hosts WHERE logo = ANY($1)
     UNION SELECT banner FROM contests WHERE banner = ANY($1)
     UNION SELECT photo FROM contestants WHERE photo = ANY($1)`,
    [paths],
  );
  return new Set(rows.map((row) => row.path));
}
