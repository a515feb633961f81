/** Jest's `globalTeardown` of the API suite. */
export default () => globalThis.stopServers?.();
