const API = 'Deployment api, Deployment api-cast, Deployment api-live';
const NAMESPACE = 'namespaceSelector matchLabels kubernetes.io/metadata.name';
const VISITORS = 'NetworkPolicy visitors, NetworkPolicy certificates';

/**
 * Which field of which objects is which value of the chart. The field's content is the value's default.
 * @property objects kinds, or kinds with names, separated by commas
 * @property path names separated by spaces; `*` is every item of a list
 * @property roles only where the pods have roles (true), or only where they have none (false)
 * @property route only of this way in
 * @property optional the part of the path that an empty value leaves out
 */
export const FIELDS = [
  {
    value: 'image.pullPolicy',
    objects: 'Deployment, Job',
    path: 'spec template spec containers * imagePullPolicy',
  },
  {
    value: 'image.pullPolicy',
    objects: 'CronJob',
    path: 'spec jobTemplate spec template spec containers * imagePullPolicy',
  },
  { value: 'api.resources', objects: API, path: 'spec template spec containers 0 resources' },
  ...autoscaling('api.autoscaling', 'HorizontalPodAutoscaler api', { roles: false }),
  ...autoscaling('roles.web', 'HorizontalPodAutoscaler api', { roles: true }),
  ...autoscaling('roles.cast', 'HorizontalPodAutoscaler api-cast'),
  ...autoscaling('roles.live', 'HorizontalPodAutoscaler api-live'),
  {
    value: 'worker.resources',
    objects: 'Deployment worker',
    path: 'spec template spec containers 0 resources',
  },
  // Of the Deployment without KEDA; with KEDA it has none.
  { value: 'worker.replicas', objects: 'Deployment worker', path: 'spec replicas' },
  { value: 'keda.min', objects: 'ScaledObject worker', path: 'spec minReplicaCount' },
  { value: 'keda.max', objects: 'ScaledObject worker', path: 'spec maxReplicaCount' },
  {
    value: 'keda.prometheus',
    objects: 'ScaledObject worker',
    path: 'spec triggers * metadata serverAddress',
  },
  { value: 'route.gateway.class', objects: 'Gateway abato', path: 'spec gatewayClassName' },
  {
    value: 'route.gateway.namespace',
    objects: VISITORS,
    path: `spec ingress * from * ${NAMESPACE}`,
    route: 'gateway',
  },
  { value: 'route.ingress.class', objects: 'Ingress abato', path: 'spec ingressClassName' },
  {
    value: 'route.ingress.namespace',
    objects: VISITORS,
    path: `spec ingress * from * ${NAMESPACE}`,
    route: 'ingress',
  },
  {
    value: 'route.issuer',
    objects: 'Gateway abato, Ingress abato',
    path: 'metadata annotations cert-manager.io/cluster-issuer',
    optional: 'metadata annotations',
  },
  {
    value: 'uploads.storageClass',
    objects: 'PersistentVolumeClaim uploads',
    path: 'spec storageClassName',
    optional: 'spec storageClassName',
  },
  {
    value: 'uploads.size',
    objects: 'PersistentVolumeClaim uploads',
    path: 'spec resources requests storage',
  },
  {
    value: 'monitoring.namespace',
    objects: 'NetworkPolicy metrics',
    path: `spec ingress * from * ${NAMESPACE}`,
  },
  { value: 'monitoring.namespace', objects: 'NetworkPolicy traces', path: `spec egress * to * ${NAMESPACE}` },
  { value: 'backup.schedule', objects: 'CronJob backup', path: 'spec schedule' },
  {
    value: 'backup.image',
    objects: 'CronJob backup',
    path: 'spec jobTemplate spec template spec containers 0 image',
  },
  { value: 'backup.size', objects: 'PersistentVolumeClaim backups', path: 'spec resources requests storage' },
  { value: 'externalSecrets.refreshInterval', objects: 'ExternalSecret', path: 'spec refreshInterval' },
  { value: 'externalSecrets.store', objects: 'ExternalSecret', path: 'spec secretStoreRef' },
  {
    value: 'externalSecrets.owner.entry',
    objects: 'ExternalSecret abato-owner',
    path: 'spec data * remoteRef key',
  },
];

function autoscaling(value, objects, where = {}) {
  return [
    { value: `${value}.min`, objects, path: 'spec minReplicas', ...where },
    { value: `${value}.max`, objects, path: 'spec maxReplicas', ...where },
  ];
}
