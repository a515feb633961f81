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

/**
 * React Router marks its components as used: their names for development tools, and calls of React that a bundler takes for effects. Without
 * the marks the links and forms of the router with loaders stay out (3 KB of the first load; without it, the page is above its budget).
 */
function withoutUnusedRouting(): Plugin {
  let found = false;
  return {
    name: 'without-unused-routing',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/chunk-\w+\.mjs$/.test(id)) return null;
      const next = code
        .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
        .replace(/^var \w+ = (?=React\w*\.forwardRef\()/gm, '$&/* @__PURE__ */ ');
      found ||= next !== code;
      return { code: next, map: null };
    },
    buildEnd(error) {
      if (!error && !found) this.error('react-router is written in another way now');
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

const STYLE_PLACE = '<!--first-paint-style-->';

/**
 * The server draws the top of a page before any script has come. What that needs of style is written into the page, and the app's own
 * style sheet, fetched at once as before, holds up only what comes after it.
 */
function firstPaintInPage(): Plugin {
  return {
    name: 'first-paint-in-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { server }) =>
        server
          ? html.replace(STYLE_PLACE, '<link rel="stylesheet" href="/src/styles/first-paint.css" />')
          : html,
    },
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
          .replace(STYLE_PLACE, () => `<style nonce="__CSP_NONCE__">${css}</style>`)
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
  // The rules of the forms come with the first form, not with the shell. Named are the contracts that the shell has: a new one that needs the
  // rules and stood in the shell would make the two import each other, and constants of one would be undefined in the other.
  {
    name: 'rules',
    test: /libs\/contracts\/src\/(?!texts\/|index\.|live\.|money\.|page-sizes\.|pictures\.|pay-deadline\.|released-votes\.|tally\.|light-page\.|contestant-list\.|csv-records\.)/,
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
    test: /apps\/web\/src\/(components\/(facts|qr-code|receipt-link)\.|lib\/(payment\/|share\/(after-vote|copy|links|qr)\.|after-refund\.|kept-receipts\.|save-file\.)|texts\/en\/(after-vote|payment)\.)/,
    includeDependenciesRecursively: false,
  },
  // What stands beside a ranking.
  {
    name: 'result-notes',
    test: /apps\/web\/src\/(components\/(cells|result-notes)\.|texts\/en\/amendment\.)|libs\/contracts\/src\/(released-votes|texts\/en\/(protection|vote-decisions))\./,
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
        'libs/contracts/src/(?!texts/en|released-votes\\.|pay-deadline\\.)',
        'apps/web/src/app/(main|app|guards|layout|page|nav-bar|footer|routes|use-scroll-memory)\\.',
        'apps/web/src/lib/(?!admin/|payment/|nominees-named|writes/|uuid\\.|public-log/|share/|save-file|result-(change|versions)|kept-receipts|use-kept-receipt|after-refund|use-debounced|safety-read|form\\.|form-drafts|tab-storage|device-tokens|kept-form\\.|vote-window\\.|use-focus-return)',
        'apps/web/src/components/(avatar|badge|button|error-box|live-indicator|logo|notice|picture|rolling-number|spinner)\\.',
        'apps/web/src/texts/(catalogue|en/(common|errors))\\.',
        'lucide-react/dist/esm/(?!icons/)',
        'lucide-react/dist/esm/icons/(menu|x|sun|calendar-days|eye-off|moon|mail|phone|map-pin|circle-alert|circle-check|info|triangle-alert|wifi-off)\\.',
      ].join('|'),
    ),
  },
];

/** Aliases of imports, also for the pages that the API renders (vite.server.ts). */
export const aliases = [
  { find: '@abato/contracts', replacement: path('../../libs/contracts/src/index.ts') },
  // What the public log is read and checked with; a browser has its own module for what Node.js brings.
  { find: '@abato/verifier', replacement: path('../verifier/src') },
  { find: /^\.\/platform-node\.mjs$/, replacement: path('../verifier/src/platform-browser.mjs') },
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
    withoutUnusedRouting(),
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
      treeshake: {
        moduleSideEffects: [{ test: /(libs\/contracts|apps\/verifier)\/src\//, sideEffects: false }],
      },
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
