import type { Environment } from '@abato/platform';
import type { BegunAttempt } from './attempts.js';

/**
 * The provider insists on an address and mails to it: the voter's, or one of a domain that is ours.
 * @param env PAYER_EMAIL_DOMAIN, else the host of PUBLIC_URL
 */
export function payerEmail(
  attempt: Pick<BegunAttempt, 'voteId' | 'voterEmail'>,
  env: Pick<Environment, 'PAYER_EMAIL_DOMAIN' | 'PUBLIC_URL'>,
): string {
  const domain = env.PAYER_EMAIL_DOMAIN || new URL(env.PUBLIC_URL).hostname;
  return attempt.voterEmail ?? `v-${attempt.voteId}@${domain}`;
}
