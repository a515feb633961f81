import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { main, say } from './lib/output.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { DIST, ROOT } from './lib/paths.mjs';

/**
 * `npm run chart [-- --to folder] [--registry ghcr.io/owner/abato]`: the Helm chart, made from the manifests of k8s/ and monitoring/ and the
 * files of k8s/chart. The registry becomes the default of `image.registry`.
 */
await main(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, registry: { type: 'string' } } });
  await ensurePackages();
  // Loaded after them: it reads YAML.
  const { writeChart } = await import('./lib/chart/write.mjs');
  const folder = values.to ? resolve(values.to) : join(DIST, 'chart', 'abato');
  writeChart(folder, { registry: values.registry });
  say('chart', `written to ${relative(ROOT, folder)}`);
});
