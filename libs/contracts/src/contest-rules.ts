import * as s from './schema.js';

type RuleValue = string | number | boolean | null;

/** Fields by name; which ones, the sealed document itself says. Money in pesewas, times in UTC. */
const document: s.Schema<Record<string, RuleValue>> = {
  type: 'object',
  open: true,
  example: { endDate: '2026-12-31T23:59:59.000Z', freeVotesPerHour: 10, votePricePesewas: 100 },
};

const hash = s.like(s.text, 'mXmKT4tqP8JvHTWQKqqZzNvd7AlmJaXzBmV2Yj9rY0k=');

const version = {
  /** From when on these rules are in force. */
  at: s.dateTime,
  /** Base64 of the SHA-256 of `rules` in canonical form (RFC 8785). */
  hash,
  rules: document,
  /** Why the rules were amended; null where none was given, and for the first ones. */
  reason: s.nullable(s.like(s.text, 'The show was moved to the next day.')),
  /** Of the entry in the public log; null until it is logged, and while the log is not public. */
  index: s.nullable(s.count),
};

/** Any value of a sealed field. */
const value: s.Schema<RuleValue> = { example: '2026-12-31T23:59:59.000Z', nullable: true };

export const contestRulesView = s.view('ContestRules', {
  contestId: s.id,
  /** In force now; null for a contest whose rules were never sealed. */
  rules: s.nullable(document),
  hash: s.nullable(hash),
  /** The rules with which the contest became active. */
  sealed: s.nullable(s.object(version)),
  /** Every later change, the oldest first. */
  amendments: s.list(
    s.object({
      ...version,
      changes: s.list(s.object({ field: s.like(s.text, 'endDate'), from: value, to: value })),
    }),
  ),
});
export type ContestRulesView = s.Shown<typeof contestRulesView>;
