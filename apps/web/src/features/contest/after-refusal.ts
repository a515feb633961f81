import type { ApiError } from '@/lib/api';
import type { RulesForm } from '@/lib/form';
import type { VoteAttempt } from './cast-vote';
import type { VoteForm } from './vote-draft';

const NEW_ATTEMPT = new Set(['VOTE_ALREADY_PAID', 'VOTE_EXPIRED', 'IDEMPOTENCY_KEY_REUSED']);

/** What a refused vote changes: whether the next press is a new attempt, whether the page shows an old contest, and the field that is wrong. */
export function afterRefusal(
  { code, message }: ApiError,
  attempt: VoteAttempt,
  form: RulesForm<VoteForm>,
  refresh: () => void,
): void {
  // Paid in the meantime, expired, or the key belongs to another body.
  if (NEW_ATTEMPT.has(code)) attempt.done();
  // Price, state or dates have changed: show the contest as it is now.
  if (code === 'VOTE_EXPIRED' || code.startsWith('CONTEST_')) refresh();
  if (code === 'PHONE_NOT_MOBILE') form.setError('voterPhone', { message });
}
