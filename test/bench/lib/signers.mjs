import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the installation signs and digests with, to make the proofs that voters have. @returns {Promise<{ secrets, tokens }>} `Secrets` and `VoterTokens` */
export async function signersOf({ options, secrets: { dataEncryptionKey } }) {
  const library = (name) =>
    import(pathToFileURL(join(options.buildDir, 'libs', name, 'src', 'index.js')).href);
  const [{ VoterTokens }, { Secrets }] = await Promise.all([library('voting'), library('platform')]);
  const secrets = new Secrets(dataEncryptionKey);
  return { secrets, tokens: new VoterTokens(secrets.verificationKey) };
}
