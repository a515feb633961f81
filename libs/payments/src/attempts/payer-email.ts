import type { Environment } from '@abato/platform';
import type { BegunAttempt } from './begun-attempt.js';

/** Where no PAYER_EMAIL_DOMAIN is set, which production refuses: a name that no machine has (RFC 2606). */
const NO_DOMAIN = 'payer.abato.test';

/** The provider insists on an address and mails to it: the voter's, or one of a domain that is ours. */
export function payerEmail(
  attempt: Pick<BegunAttempt, 'voteId' | 'voterEmail'>,
  env: Pick<Environment, 'PAYER_EMAIL_DOMAIN'>,
): string {
  return attempt.voterEmail ?? `v-${attempt.voteId}@${env.PAYER_EMAIL_DOMAIN || NO_DOMAIN}`;
}
