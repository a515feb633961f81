import {
  type DecideHeldVotes,
  type FieldError,
  HELD_STATES,
  HOLD_REASONS,
  type HoldReason,
  isUuid,
  MAX_NAMED_DECISIONS,
} from '@abato/contracts';
import { AppError } from '@abato/platform';

/** What is asked for: either these votes, or all that wait. */
export interface Decision {
  decision: DecideHeldVotes['decision'];
  /** null: all that wait. */
  voteIds: string[] | null;
  reason: HoldReason | null;
}

const DECISIONS: readonly string[] = HELD_STATES.filter((state) => state !== 'HELD');

/**
 * Read the body of a decision.
 * @throws AppError VALIDATION_FAILED naming every wrong field
 */
export function readDecision(body: unknown): Decision {
  const input = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const own = (field: string): unknown => (Object.hasOwn(input, field) ? input[field] : undefined);
  const [decision, voteIds, all, reason] = ['decision', 'voteIds', 'all', 'reason'].map(own);
  const errors: FieldError[] = [];
  if (typeof decision !== 'string' || !DECISIONS.includes(decision)) {
    errors.push({ field: 'decision', message: `decision must be one of ${DECISIONS.join(', ')}` });
  }
  if (all !== undefined && all !== true) errors.push({ field: 'all', message: 'all can only be true' });
  const named = voteIds !== undefined;
  if (named === (all === true)) {
    errors.push({ field: 'voteIds', message: 'Name the votes, or ask for all' });
  } else if (named && !isListOfIds(voteIds)) {
    errors.push({ field: 'voteIds', message: `voteIds must be 1 to ${MAX_NAMED_DECISIONS} ids` });
  }
  if (reason !== undefined && !isReason(reason)) {
    errors.push({ field: 'reason', message: `reason must be one of ${HOLD_REASONS.join(', ')}` });
  }
  if (errors.length) throw AppError.validation(errors);
  return {
    decision: decision as Decision['decision'],
    voteIds: isListOfIds(voteIds) ? voteIds.map((id) => id.toLowerCase()) : null,
    reason: isReason(reason) ? reason : null,
  };
}

function isListOfIds(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.length <= MAX_NAMED_DECISIONS && value.every(isUuid)
  );
}

function isReason(value: unknown): value is HoldReason {
  return (HOLD_REASONS as readonly unknown[]).includes(value);
}
