export * from './audit.js';
export * from './book.js';
export * from './money-decisions.js';
export * from './category.js';
export * from './contest.js';
export * from './public-log.js';
export * from './figures.js';
export * from './contest-settings.js';
export * from './contestant.js';
export * from './contestant-list.js';
export * from './csv-records.js';
export * from './electorate.js';
export * from './envelope.js';
export * from './page-sizes.js';
export * from './errors.js';
export * from './fee-policy.js';
export * from './field-messages.js';
export * from './field-rule.js';
export * from './held-vote.js';
export * from './host.js';
export * from './light-page.js';
export * from './live.js';
export * from './money.js';
export * from './nominee-code.js';
export * from './pay-deadline.js';
export * from './payment.js';
export * from './permission.js';
export * from './person-check.js';
export * from './phone.js';
export * from './pictures.js';
export * from './pricing.js';
export * from './query.js';
export * from './reconciliation.js';
export * from './result-correction.js';
export * from './released-votes.js';
export * from './dates.js';
export { checkField, isUuid, MAX_SEARCH_LENGTH, validate } from './rules.js';
export {
  EXAMPLE_ID,
  EXAMPLE_TIME,
  flag,
  list,
  nothing,
  object,
  type Schema,
  type Shown,
  text,
} from './schema.js';
export * from './payouts.js';
export { bundlesText, type SealedValue, type Setting } from './setting-kinds.js';
export * from './verification.js';
export * from './stage.js';
export * from './status.js';
export * from './tally.js';
export * from './user.js';
export * from './vote.js';
export * from './vote-record.js';
export * from './texts/index.js';
