import { existsSync } from 'node:fs';
import type { ServerPages } from '@abato/contracts';

/** The build puts it beside this file (apps/web/src/server). */
const FILE = new URL('./pages.mjs', import.meta.url);

/** False where only the API was built: it then serves no pages. */
export const hasPages = existsSync(FILE);

/** The pages that the API renders from the components of the web client. */
export const { pages } = (hasPages ? await import(FILE.href) : {}) as { pages: ServerPages };
