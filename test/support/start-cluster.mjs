import { startServers } from './servers.mjs';

/** Playwright's `globalSetup`; it calls what this returns at the end. */
export default () => startServers('browser', { isCluster: true });
