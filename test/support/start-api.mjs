import { startServers } from './servers.mjs';

/** Jest's `globalSetup` of the API suite. */
export default async function start() {
  globalThis.stopServers = await startServers('api');
}
