import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loaded into API and worker under test before their own code (`startGenerated`): what they say to voters is in the generated language, whose
 * alphabet is the query of this file's address. The product has no switch for it.
 */
const [, build] = /^(.*)[\\/]apps[\\/](?:api|worker)[\\/]src[\\/]main\.js$/.exec(process.argv[1] ?? '') ?? [];

if (build) {
  const contracts = join(build, 'libs', 'contracts', 'src', 'index.js');
  const { LANGUAGES, messagesToTranslate, speakGenerated } = await import(pathToFileURL(contracts).href);
  Object.assign(LANGUAGES.en.messages, messagesToTranslate());
  speakGenerated(LANGUAGES.en, new URL(import.meta.url).search.slice(1));
}
