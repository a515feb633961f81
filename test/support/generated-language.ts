import { startPlatform, type TestPlatform } from './platform.js';
import { usePlatform } from './state.js';

const PRELOAD = new URL('generated-language-preload.mjs', import.meta.url).href;

/**
 * Start a platform that speaks the generated language to voters, and make it the one that builders and clients talk to.
 * @param alphabet `digits` for USSD and SMS, which have plain characters only
 */
export async function startGenerated(alphabet: 'accents' | 'digits'): Promise<TestPlatform> {
  const started = await startPlatform({}, { preload: `${PRELOAD}?${alphabet}` });
  usePlatform(started.state);
  return started;
}
