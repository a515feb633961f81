import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages whose code the server names in the head: those a voter opens first. */
export type ServedPage = 'home' | 'list' | 'contest';

/** Where their code begins, by the client's own sources. */
const SOURCES: Record<ServedPage, string> = {
  home: 'src/app/pages/home.tsx',
  list: 'src/features/contests/contests-page.tsx',
  contest: 'src/features/contest/contest-page.tsx',
};

interface BuiltFile {
  file: string;
  imports?: string[];
}

/**
 * The scripts each page needs beyond the shell, as paths of this origin, from what the client's build wrote down.
 * @param root folder of the built client
 * @param html its page, which names the shell itself
 * @throws Error when the build does not know a page any more: its source was moved
 */
export function readPageFiles(root: string, html: string): Map<ServedPage, string[]> {
  const path = join(root, 'files.json');
  // A development server brings no list; pages then find their code by themselves, a moment later.
  if (!existsSync(path)) return new Map();
  const built = JSON.parse(readFileSync(path, 'utf8')) as Record<string, BuiltFile>;
  const pages = Object.entries(SOURCES) as [ServedPage, string][];
  return new Map(
    pages.map(([page, source]) => {
      if (!built[source]) throw new Error(`the web client was built without ${source}`);
      const files = [...withImports(built, source)].map((file) => `/${file}`);
      return [page, files.filter((file) => !html.includes(file))];
    }),
  );
}

function withImports(built: Record<string, BuiltFile>, key: string, found = new Set<string>()): Set<string> {
  const entry = built[key];
  if (!entry || found.has(entry.file)) return found;
  found.add(entry.file);
  for (const name of entry.imports ?? []) withImports(built, name, found);
  return found;
}
