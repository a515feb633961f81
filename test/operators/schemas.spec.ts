import { describeRendered } from './kubectl.js';
import { type Manifest, repository } from './kustomize.js';
import { render, rendered } from './overlays.js';
import { podsOf } from './pods.js';
import { schemaMistakes, unknownFields } from './schemas.js';

describeRendered('the checks of manifests', () => {
  const spoilt = (change: (pod: Record<string, unknown>) => void): Manifest[] => {
    const copy = structuredClone(rendered.prod.filter(({ kind }) => kind === 'Deployment'));
    const pod = podsOf(copy)[0]?.spec.containers[0];
    change(pod as unknown as Record<string, unknown>);
    return copy;
  };

  it('notice a misspelt field', () => {
    const manifests = spoilt((container) => (container['readinessprobe'] = {}));
    expect(unknownFields(manifests).join()).toContain('Deployment api: ');
  });

  it('notice a value of a wrong type', async () => {
    const manifests = spoilt((container) => (container['ports'] = '3000'));
    expect((await schemaMistakes(manifests)).join()).toContain('ports must be array');
  });

  it('notice a trigger that KEDA would refuse', async () => {
    const copy = structuredClone(rendered.prod.filter(({ kind }) => kind === 'ScaledObject'));
    const spec = copy[0]?.['spec'] as { triggers: { metadata: Record<string, unknown> }[] };
    Object.assign(spec.triggers[0]?.metadata ?? {}, { threshold: 5 });
    expect((await schemaMistakes(copy)).join()).toContain('threshold');
  });

  it.each([
    ['PodMonitor', 'podMetricsEndpoint'],
    ['PrometheusRule', 'group'],
  ])('notice a misspelt field of a %s', async (kind, field) => {
    const copy = structuredClone(render(repository('monitoring', 'operator'))).filter(
      (one) => one.kind === kind,
    );
    Object.assign(copy[0]?.['spec'] as object, { [field]: [] });
    expect((await schemaMistakes(copy)).join()).toContain(`Unrecognized key: \\"${field}\\"`);
  });
});
