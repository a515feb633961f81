type Fields = Record<string, unknown>;

/** Lists whose items Kubernetes merges by a key; every other list is replaced. */
const MERGED_BY: Record<string, string> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  ports: 'containerPort',
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merge a patch into an object, in place, as `kubectl` does it for the fields our overlays patch. */
export function mergeStrategically(target: Fields, patch: Fields): void {
  for (const [key, value] of Object.entries(patch)) {
    const current = target[key];
    const mergedBy = MERGED_BY[key];
    if (value === null) delete target[key];
    else if (isFields(value) && isFields(current)) mergeStrategically(current, value);
    else if (Array.isArray(value) && Array.isArray(current) && mergedBy)
      mergeItems(current as Fields[], value as Fields[], mergedBy);
    else target[key] = structuredClone(value);
  }
}

function mergeItems(current: Fields[], items: Fields[], by: string): void {
  for (const item of items) {
    const same = current.find((candidate) => candidate[by] === item[by]);
    if (same) mergeStrategically(same, item);
    else current.unshift(structuredClone(item));
  }
}
