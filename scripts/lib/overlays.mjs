import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from './output.mjs';
import { ROOT } from './paths.mjs';

/** What production's overlay is without a change of its lines. */
const AS_IT_IS = { route: 'gateway', volume: true, keda: true, roles: false, backup: false };

/**
 * Calls with the folder of production's overlay after the changes that its comments tell an operator to make; the folder exists only meanwhile.
 * @param options.route `gateway`, `ingress` or `none`
 * @param options.volume false: pictures lie in an S3-compatible store
 * @param options.keda false: a fixed number of workers
 * @throws Problem when the overlay no longer has such a line
 */
export function inProduction(options, use) {
  const { route, volume, keda, roles, backup } = { ...AS_IT_IS, ...options };
  const copy = mkdtempSync(join(tmpdir(), 'abato-overlay-'));
  try {
    cpSync(join(ROOT, 'k8s'), copy, { recursive: true });
    const folder = join(copy, 'overlays', 'prod');
    const file = join(folder, 'kustomization.yaml');
    let text = readFileSync(file, 'utf8');
    const change = (part, by) => {
      if (text.split(part).length !== 2)
        throw new Problem(`k8s/overlays/prod/kustomization.yaml does not have once: ${part}`);
      text = text.replace(part, () => by);
    };
    if (route === 'none') change('  - ../../routes/gateway\n', '');
    else if (route !== 'gateway') change('  - ../../routes/gateway\n', `  - ../../routes/${route}\n`);
    if (!volume) {
      change('  - storage.yaml\n', '');
      change(/ {2}- path: shared-volume\.yaml\n( {4}.*\n)+/.exec(text)?.[0] ?? 'shared-volume.yaml', '');
    }
    if (!keda) {
      change('  - ../../keda\n', '');
      change('# replicas:', 'replicas:');
    }
    if (roles) change('# - ../../roles', '- ../../roles');
    if (backup) change('# - ../../backup', '- ../../backup');
    writeFileSync(file, text);
    return use(folder);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
