/** Annotations by which Argo CD runs the migration before all else; Helm's are made of them, and Argo CD reads those of Helm too. */
const ARGO = 'argocd.argoproj.io/';
/** Before the ServiceAccount (-1) and the migration (0). */
const SECRETS_WEIGHT = '-2';

/**
 * Helm creates hooks in the order of their weights before it touches anything else, and the migration needs more than itself: its
 * ServiceAccount, its way through the network policies of this release, and with `externalSecrets` the Secrets. So these are hooks as well.
 * A hook is deleted before it is made anew; what only the migration needs is also deleted after it. The Job stays for its log.
 */
export function asHook(object) {
  const { annotations = {} } = object.metadata;
  if (object.kind === 'ExternalSecret') {
    hook(object, SECRETS_WEIGHT, 'before-hook-creation');
    // It is made anew at each upgrade, and the Secret that pods read must stay meanwhile.
    object.spec.target.creationPolicy = 'Orphan';
  }
  if (annotations[`${ARGO}hook`] !== 'PreSync') return;
  const weight = annotations[`${ARGO}sync-wave`] ?? '0';
  for (const name of Object.keys(annotations)) if (name.startsWith(ARGO)) delete annotations[name];
  hook(
    object,
    weight,
    object.kind === 'Job' ? 'before-hook-creation' : 'before-hook-creation,hook-succeeded',
  );
}

function hook({ metadata }, weight, deletePolicy) {
  metadata.annotations = {
    ...metadata.annotations,
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-weight': weight,
    'helm.sh/hook-delete-policy': deletePolicy,
  };
}

/**
 * The way of the migration to name servers and PostgreSQL. At an upgrade the policies of the old release are still there, which may know another
 * address of PostgreSQL, and an older one may lack a policy.
 * @param names policy of the overlay @param serverRules rules of its policy `servers` @param job of the migration
 */
export function migrationPolicy(names, serverRules, job) {
  const { 'app.kubernetes.io/name': name } = job.spec.template.metadata.labels;
  const { annotations } = job.metadata;
  return {
    ...names,
    metadata: {
      ...names.metadata,
      name: job.metadata.name,
      annotations: { ...annotations, [`${ARGO}sync-wave`]: '-1' },
    },
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
      policyTypes: ['Egress'],
      egress: [...names.spec.egress, ...serverRules],
    },
  };
}
