const ADDRESSES = {
  file: 'apps/api/src/http/voter-addresses.ts',
  spec: 'apps/api/src/http/voter-addresses.spec.ts',
};
const BUILDS = { file: 'apps/api/src/web/built-assets.ts', spec: 'apps/api/src/web/built-assets.spec.ts' };
const CACHES = {
  file: 'apps/api/src/http/public-cache.ts',
  spec: 'apps/api/src/http/public-cache.spec.ts',
};
const SOCKETS = {
  file: 'apps/api/src/live/sockets-per-address.ts',
  spec: 'apps/api/src/live/sockets-per-address.spec.ts',
};

/** Mutants of detected proxies, of files of other builds, of what shared caches keep, of how many sockets are taken and of fail-overs. */
export const SERVING = [
  {
    name: 'addresses: a proxy that is not listed is not noticed',
    text: "forwardsUnheard ? 'unlisted-proxy' : isOwn",
    replacement: 'isOwn',
    ...ADDRESSES,
  },
  {
    name: 'addresses: one of our own network is a voter’s',
    text: "isOwn ? 'private' : 'public'",
    replacement: "'public'",
    ...ADDRESSES,
  },
  {
    name: 'addresses: a few voters are enough for the hint',
    text: 'const ENOUGH = 50;',
    replacement: 'const ENOUGH = 1;',
    ...ADDRESSES,
  },
  {
    name: 'addresses: a minority is enough for the hint',
    text: 'sum * 2 <= this.all',
    replacement: 'sum <= 0',
    ...ADDRESSES,
  },
  {
    name: 'addresses: nothing is forgotten',
    text: 'if (now - this.windowFrom > WINDOW_MS) {',
    replacement: 'if (this.windowFrom < 0) {',
    ...ADDRESSES,
  },
  {
    name: 'addresses: readiness says nothing',
    text: '    readiness.addHint(() => this.hint());\n',
    replacement: '',
    ...ADDRESSES,
  },
  {
    name: 'addresses: what a proxy forwards unheard is not passed on',
    text: 'address === peer && request.headers[FORWARDED] !== undefined',
    replacement: 'false',
    ...ADDRESSES,
    file: 'apps/api/src/http/client-addresses.ts',
  },
  {
    name: 'builds: every build is kept',
    text: 'BUNDLE.test(name) && !kept.has(name)',
    replacement: 'BUNDLE.test(name) && kept.size > 99',
    ...BUILDS,
  },
  {
    name: 'builds: an old one that starts is removed at once',
    text: '...(await this.bundles()), this.own]',
    replacement: '...(await this.bundles())]',
    ...BUILDS,
  },
  {
    name: 'builds: the store is asked for paths that no build can have',
    text: 'if (!NAME.test(name) || !TYPES[extname(name)]) return null;',
    replacement: 'void NAME;',
    ...BUILDS,
  },
  {
    name: 'builds: no start without a store that answers',
    text: "        'assets of this build not shared with other builds',\n      );\n",
    replacement:
      "        'assets of this build not shared with other builds',\n      );\n      throw error;\n",
    ...BUILDS,
  },
  {
    name: 'builds: no page without a store that answers',
    text: "'assets of other builds not read');",
    replacement: "'assets of other builds not read');\n      throw error;",
    ...BUILDS,
  },
  {
    name: 'builds: each request asks the store by itself',
    text: 'this.looking ??= this.lookIntoStore()',
    replacement: 'this.looking = this.lookIntoStore()',
    ...BUILDS,
  },
  {
    name: 'builds: one of any size is unpacked',
    text: 'maxOutputLength: MAX_BUILD_BYTES',
    replacement: 'maxOutputLength: 64 * MAX_BUILD_BYTES',
    ...BUILDS,
  },
  {
    name: 'caches: a refusal may be kept',
    text: 'reply.statusCode >= 400 || ',
    replacement: '',
    ...CACHES,
  },
  {
    name: 'caches: an answer with a cookie may be kept',
    text: " || reply.hasHeader('set-cookie')",
    replacement: '',
    ...CACHES,
  },
  {
    name: 'caches: an answer to a signed-in user may be kept',
    text: 'headers.authorization !== undefined',
    replacement: 'headers.authorization === ""',
    ...CACHES,
  },
  {
    name: 'caches: figures are kept as long as pages without figures',
    text: 'snapshot: keptFor(env.CDN_SNAPSHOT_SECONDS)',
    replacement: 'snapshot: keptFor(env.CDN_PAGE_SECONDS)',
    ...CACHES,
  },
  {
    name: 'caches: answers from memory go to signed-in users as for everybody',
    text: 'if (headers.origin || headers.authorization) return false;',
    replacement: 'if (headers.origin) return false;',
    file: 'apps/api/src/contests/public-reads.ts',
    spec: 'test/api/shared-caches.spec.ts',
    served: true,
  },
  {
    name: 'caches: pages of signed-in users may be kept',
    text: 'STATIC_PAGES.has(pathname) ? this.caches.page : IN_NO_CACHE',
    replacement: 'this.caches.page',
    file: 'apps/api/src/web/page-composer.ts',
    spec: 'test/api/shared-caches.spec.ts',
    served: true,
  },
  {
    name: 'caches: no guard looks at what routes say',
    text: '    keepFromSharedCaches(request, reply);\n',
    replacement: '',
    file: 'apps/api/src/http/security-headers.ts',
    spec: 'test/api/shared-caches.spec.ts',
    served: true,
  },
  {
    name: 'sockets: a process takes any number',
    text: 'if (this.all >= this.env.SOCKETS_PER_PROCESS)',
    replacement: 'if (this.all < 0)',
    ...SOCKETS,
  },
  {
    name: 'sockets: a process stays full',
    text: '      this.all--;\n',
    replacement: '',
    ...SOCKETS,
  },
  {
    name: 'fail-over: a connection to a server that takes no writes is kept',
    file: 'libs/database/src/read-only-servers.ts',
    text: 'if (code === READ_ONLY)',
    replacement: "if (code === 'none')",
    spec: 'test/api/readiness.spec.ts',
    only: 'takes no writes, also one',
  },
  {
    name: 'fail-over: after a fail-over that lost votes their versions come back with other counts',
    file: 'libs/voting/src/tally/tally.ts',
    text: '* 1000000000 END',
    replacement: '* 0 END',
    spec: 'test/fault/postgres-fail-over.spec.ts',
    served: true,
  },
  {
    name: 'fail-over: what a lost fold had told of other contestants stays on the page',
    file: 'libs/voting/src/tally/tally-board.ts',
    text: 'note(board, id, 0, tally.version);',
    replacement: '',
    spec: 'test/fault/postgres-fail-over.spec.ts',
    served: true,
  },
  {
    name: 'fail-over: a vote that meets a standby is answered as a defect of ours',
    file: 'apps/api/src/http/error.filter.ts',
    text: '(08|25006|',
    replacement: '(08|',
    spec: 'test/fault/postgres-fail-over.spec.ts',
    served: true,
  },
];
