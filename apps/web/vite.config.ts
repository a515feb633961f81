import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * sonner adds its style sheet as a `<style>` element without a nonce, which our Content-Security-Policy refuses.
 * The same sheet is imported as a file (components/toaster.tsx), so its own insertion is switched off.
 */
function withoutSonnerStyleElement(): Plugin {
  const condition = "if (!code || typeof document == 'undefined') return";
  return {
    name: 'sonner-without-style-element',
    apply: 'build',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.m?js/.test(id)) return null;
      if (!code.includes(condition))
        this.error('sonner inserts its styles in another way now: look at it again');
      return { code: code.replace(condition, 'return'), map: null };
    },
  };
}

/** Parts of libraries that nothing here reaches and no tree shaking finds, and what replaces them. */
const UNREACHED: Record<string, string> = {
  // The server speaks the websocket transport only; the second is kept by its clean-up of requests that never exist here.
  'engine.io-client/build/esm/transports/index.js':
    "import { WS } from './websocket.node.js';\nexport const transports = { websocket: WS };\n",
  'engine.io-client/build/esm/transports/polling-xhr.js':
    'export class Request {}\nexport class BaseXHR {}\nexport class XHR {}\n',
  // Live messages are JSON text, both ways.
  'socket.io-parser/build/esm/is-binary.js':
    'export const isBinary = () => false;\nexport const hasBinary = () => false;\n',
  'socket.io-parser/build/esm/binary.js':
    'export const deconstructPacket = (packet) => ({ packet, buffers: [] });\nexport const reconstructPacket = (packet) => packet;\n',
  // Every list has pages with numbers.
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js':
    "export function infiniteQueryBehavior() { throw new Error('infinite queries are not built in'); }\n" +
    'export const hasNextPage = () => false;\nexport const hasPreviousPage = () => false;\n',
};

/** Parts of one file of react-router that nothing here reaches: what is searched, and what replaces it. */
const UNREACHED_ROUTING: [RegExp, string][] = [
  // Names for development tools: the assignment alone would keep the component.
  [/^\w+\.displayName = "[\w.]+";$/gm, ''],
  // Forms are sent by TanStack Query; without the mark a call is kept for its effects, which it does not have.
  [/^var Form = (?=React\w*\.forwardRef\()/m, 'var Form = /* @__PURE__ */ '],
  // Links that load the next page ahead exist with a router of loaders only.
  [
    /^function PrefetchPageLinks\(/m,
    'function PrefetchPageLinks() {\n  return null;\n}\nfunction NeverPrefetched(',
  ],
];

/** The declarative router is used (app/routes.tsx): forms, loaders and prefetching of the other one stay out. */
function withoutUnreachedRouting(): Plugin {
  let found = false;
  return {
    name: 'without-unreached-routing',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/chunk-\w+\.mjs$/.test(id) || !code.includes('var NavLink ='))
        return null;
      found = UNREACHED_ROUTING.every(([part]) => code.search(part) >= 0);
      return {
        code: UNREACHED_ROUTING.reduce((text, [part, by]) => text.replace(part, by), code),
        map: null,
      };
    },
    buildEnd(error) {
      if (!error && !found)
        this.error('react-router is written in another way now: look at UNREACHED_ROUTING');
    },
  };
}

/** What nothing reaches would be sent to every phone for nothing. */
function withoutUnreachedParts(): Plugin {
  const missing = new Set(Object.keys(UNREACHED));
  return {
    name: 'without-unreached-parts',
    apply: 'build',
    transform(_, id) {
      const [, file = ''] = /\/node_modules\/((?!.*\/node_modules\/).*)$/.exec(id) ?? [];
      const code = UNREACHED[file];
      missing.delete(file);
      return code === undefined ? null : { code, map: null };
    },
    // A library that calls its files otherwise would come whole again, unnoticed.
    buildEnd(error) {
      if (!error && missing.size) this.error(`nothing to replace any more: ${[...missing].join(', ')}`);
    },
  };
}

/** `/sw.js` keeps what the page itself names; the names are known only now. */
function shellFilesForServiceWorker(): Plugin {
  return {
    name: 'service-worker-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        const worker = bundle['sw.js'];
        if (page?.type !== 'asset' || worker?.type !== 'chunk') this.error('index.html or sw.js is missing');
        if (worker.imports.length > 0)
          this.error('sw.js must not import: browsers run it as a classic script');
        const files = [...new Set(String(page.source).match(/\/assets\/[\w.-]+\.(js|css)/g))];
        const code = worker.code.replace('__SHELL_FILES__', JSON.stringify(files));
        if (files.length === 0 || code === worker.code) this.error('the shell of sw.js is empty');
        worker.code = code;
      },
    },
  };
}

/**
 * The server draws the top of a page before any script has come. What that needs of style is written into the page, and the app's own
 * style sheet, fetched at once as before, holds up only what comes after it.
 */
function firstPaintInPage(): Plugin {
  return {
    name: 'first-paint-in-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        const [name, style] =
          Object.entries(bundle).find(([file]) => /first-paint-[^/]*\.css$/.test(file)) ?? [];
        if (page?.type !== 'asset' || style?.type !== 'asset' || !name)
          this.error('the style of the first paint is missing');
        const css = String(style.source).trim();
        if (css.includes('</')) this.error('the style of the first paint would end its own element');
        delete bundle[name];
        const sheets: string[] = [];
        page.source = String(page.source)
          .replace(/<link rel="stylesheet"[^>]*>/g, (link) => {
            sheets.push(link);
            return link.replace('rel="stylesheet"', 'rel="preload" as="style"');
          })
          .replace('<!--first-paint-style-->', () => `<style nonce="__CSP_NONCE__">${css}</style>`)
          .replace('<!--styles-->', () => sheets.join('\n    '));
        if (sheets.length === 0 || !page.source.includes('<style nonce'))
          this.error('the page has no style sheet, or no place for the style of the first paint');
      },
    },
  };
}

/** Chunks whose parts are fetched along with them, straight from the shell. */
const VOTERS_PAGES =
  /assets\/(home|contests?-page|verify-page|find-vote-page|login-page|register-page|toaster)-/;

/**
 * What every page needs, in one file: parts compress worse (two by a kilobyte, forty by ten) and each carries its own headers.
 * Libraries and app together: most voters come for one evening, and have no older half in their cache.
 */
const groups = [
  // The rules of the forms come with the first form, not with the shell whose other contracts they stand beside.
  {
    name: 'rules',
    test: /libs\/contracts\/src\/(rules|field-rule|field-messages|query|audit|book|cash-entry|user|host|contest|category|contestant|vote|held-vote|payment|payment-correction|settlement|settlement-account|cosignature|fee-policy|statement|dispute|pricing|stage|errors|phone|verification|electorate|schema|contest-audit|contest-console|contest-rules|envelope|fair-play|nominee-code|quarantine|receipt|reconciliation|result-correction|sms|statistics|status|vote-decision|vote-figures)\./,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // What most of the organiser's screens share. Forty files of it would be named, with their hashes, in every visitor's shell.
  {
    name: 'admin',
    test: /apps\/web\/src\/(components\/admin\/(?!charts\/)|components\/confirm-dialog\.|lib\/admin\/|texts\/en\/admin-(?!shell|charts|share))|libs\/contracts\/src\/(contestant-list|csv-records)\./,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // What comes after a vote, on every page that tells of one.
  {
    name: 'own-vote',
    test: /apps\/web\/src\/(components\/(qr-code|receipt-link)\.|lib\/(payment\/|share\/(after-vote|copy|links|qr)\.|after-refund\.|kept-receipts\.|save-file\.)|texts\/en\/(after-refund|after-vote|payment)\.)/,
    includeDependenciesRecursively: false,
  },
  // What stands beside a ranking.
  {
    name: 'result-notes',
    test: /apps\/web\/src\/(components\/(amendment-note|cells|protection-line|released-line)\.|texts\/en\/(amendment|protection|released)\.)|libs\/contracts\/src\/(released-votes|texts\/(plural|en\/(protection|vote-decisions)))\./,
    includeDependenciesRecursively: false,
  },
  {
    name: 'dialog',
    test: /node_modules\/@radix-ui\/react-(dialog|portal)\/|apps\/web\/src\/(components\/dialog|lib\/use-focus-return)\./,
    includeDependenciesRecursively: false,
  },
  // Pictures of the pages around a contest: each file of its own would be named, with its hash, in every visitor's shell.
  {
    name: 'icons',
    test: /lucide-react\/dist\/esm\/icons\/(calendar-clock|check|chevron-down|chevron-left|chevron-right|circle-x|copy|credit-card|download|eye|hourglass|plus|qr-code|search|share-2|shield-check|smartphone|zap)\./,
    includeDependenciesRecursively: false,
  },
  // Fetched after the page was drawn; a name by which its cost can be told from the first load's.
  {
    name: 'live-connection',
    test: /node_modules\/(socket\.io|engine\.io|@socket\.io)/,
  },
  {
    name: 'shell',
    test: new RegExp(
      [
        'node_modules/(react|react-dom|scheduler|react-router|react-router-dom|clsx|cookie)/',
        'node_modules/@tanstack/[a-z-]+/build/modern/(?!mutationObserver|useMutation|infinite|useInfinite|queriesObserver|useQueries)',
        'libs/contracts/src/(?!texts/|released-votes\\.|pay-deadline\\.)',
        'apps/web/src/app/(main|app|guards|layout|page|nav-bar|footer|error-boundary|routes|use-scroll-memory)\\.',
        'apps/web/src/lib/(?!admin/|payment/|writes/|uuid\\.|public-log/|share/|save-file|result-(change|versions)|kept-receipts|use-kept-receipt|after-refund|use-debounced|safety-read|form\\.|form-drafts|tab-storage|device-tokens|kept-form\\.|vote-window\\.|use-focus-return)',
        'apps/web/src/components/(avatar|badge|button|error-box|live-indicator|logo|notice|offline-notice|picture|rolling-number|spinner|toast-host)\\.',
        'apps/web/src/texts/(catalogue|en/(common|errors))\\.',
        'lucide-react/dist/esm/(?!icons/)',
        'lucide-react/dist/esm/icons/(menu|x|sun|calendar-days|eye-off|moon|mail|phone|map-pin|circle-alert|circle-check|info|triangle-alert|wifi-off)\\.',
      ].join('|'),
    ),
  },
];

/** Also of the pages that the API renders (vite.server.ts). */
export const aliases = [
  { find: '@abato/contracts', replacement: path('../../libs/contracts/src/index.ts') },
  { find: '@', replacement: path('./src') },
  // Its exports lead to the build with development checks, whatever the mode.
  {
    find: /^react-router$/,
    replacement: path('../../node_modules/react-router/dist/production/index.mjs'),
  },
];

const backend = process.env.API_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: path('.'),
  plugins: [
    react(),
    tailwindcss(),
    withoutSonnerStyleElement(),
    withoutUnreachedParts(),
    withoutUnreachedRouting(),
    firstPaintInPage(),
    shellFilesForServiceWorker(),
  ],
  resolve: {
    alias: aliases,
  },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // Data URIs would need `data:` in the policy, and a font in the style sheet delays the first paint.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    // Read by the server, which names the code of a page in its head.
    manifest: 'files.json',
    modulePreload: {
      polyfill: false,
      // Code that runs an import() has loaded the shell already. For the screens behind a sign-in the shell names only their style sheets: their
      // other files are found a moment later, and no voter has to load the list of them.
      resolveDependencies: (file, dependencies, { hostId, hostType }) => {
        if (hostType === 'html') return dependencies;
        const wanted = dependencies.filter((name) => !/assets\/(shell|rolldown-runtime)-/.test(name));
        const listed = !/assets\/shell-/.test(hostId) || VOTERS_PAGES.test(file);
        return listed ? wanted : wanted.filter((name) => name.endsWith('.css'));
      },
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Constants and functions only: what is not used may go, whatever the barrel file names.
      treeshake: { moduleSideEffects: [{ test: /libs\/contracts\/src\//, sideEffects: false }] },
      input: {
        main: path('index.html'),
        sw: path('src/service-worker/service-worker.ts'),
        'first-paint': path('src/styles/first-paint.css'),
      },
      output: {
        codeSplitting: { groups },
        // Organisers' pages are called as voters' are; the names must tell them apart (VOTERS_PAGES).
        chunkFileNames: ({ facadeModuleId }) =>
          /\/features\/admin-/.test(facadeModuleId ?? '')
            ? 'assets/admin-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      '/api': backend,
      '/health': backend,
      '/uploads': backend,
      '/log': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
});
