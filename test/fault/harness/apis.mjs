import { roleFor, roleRules } from '../../support/gateway-routes.mjs';

const IDENTICAL = ['api-1', 'api-2'];
const ROLES = ['cast', 'live', 'web'];

/**
 * The API processes of an installation: two that are alike, or one of each role behind the rules of k8s/roles.
 * @param {boolean} byRole
 * @returns `{ names, answering, settingsOf }`: `answering(path)` names the processes to which a request may be sent, at least one;
 *   `settingsOf(name)` is what tells a process from the others
 */
export function chooseApis(byRole) {
  if (!byRole) return { names: IDENTICAL, answering: () => IDENTICAL, settingsOf: () => ({}) };
  const rules = roleRules();
  return {
    names: ROLES.map((role) => `api-${role}`),
    answering: (path) => [`api-${roleFor(rules, path)}`],
    settingsOf: (name) => ({ ABATO_ROLE: name.slice('api-'.length) }),
  };
}
