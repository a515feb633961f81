export { budgetOf, payerPace } from './call-budget.js';
export { CHARGE_STATUSES } from './charge-calls.js';
export { parseDispute } from './dispute-calls.js';
export { LIST_PAGE_SIZE } from './paging.js';
export { isRefundOf, parseRefundData } from './refund-calls.js';
export { parseSettled, parseSettlement } from './settlement-calls.js';
export { SharedCallLimit } from './shared-call-limit.js';
export { parseTransaction } from './transactions.js';
