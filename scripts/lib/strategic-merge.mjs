/** Lists whose items Kubernetes merges by a key; every other list is replaced. */
const MERGED_BY = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  ports: 'containerPort',
};

const isFields = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merge a patch into an object, in place, as `kubectl` does it for the fields our overlays patch. */
export function mergeStrategically(target, patch) {
  for (const [key, value] of Object.entries(patch)) {
    const current = target[key];
    const mergedBy = MERGED_BY[key];
    if (value === null) delete target[key];
    else if (isFields(value) && isFields(current)) mergeStrategically(current, value);
    else if (Array.isArray(value) && Array.isArray(current) && mergedBy) mergeItems(current, value, mergedBy);
    else target[key] = structuredClone(value);
  }
}

function mergeItems(current, items, by) {
  for (const item of items) {
    const same = current.find((candidate) => candidate[by] === item[by]);
    if (same) mergeStrategically(same, item);
    else current.unshift(structuredClone(item));
  }
}
