const PAYMENTS = 'libs/payments/src';
const PAYSTACK = `${PAYMENTS}/paystack`;
const RECONCILIATION = `${PAYMENTS}/reconciliation`;
const situations = {
  file: `${PAYMENTS}/rules/payment-situation.ts`,
  spec: `${PAYMENTS}/rules/payment-situation.spec.ts`,
};
const samples = { spec: `${PAYSTACK}/provider-samples.spec.ts` };
const mails = { spec: 'test/payments/money-mails.spec.ts' };
const policy = {
  file: 'libs/platform/src/environment-policy.ts',
  spec: 'libs/platform/src/environment.spec.ts',
};
const routes = { spec: 'apps/simulator/test/provider-routes.spec.ts' };
const DISPUTES = {
  file: `${PAYMENTS}/disputes/disputes.service.ts`,
  spec: 'test/api/disputes.spec.ts',
  served: true,
};

/** Mutants of the first contact with the real provider, and of work in which one payment keeps others waiting. */
export const PROVIDER = [
  {
    name: 'fees: any surplus is one',
    text: 'return added > 0 && added <= (proof.fees ?? 0) + FEE_ROUNDING_PESEWAS;',
    replacement: 'return added > 0;',
    ...situations,
  },
  {
    name: 'fees: less than what was asked is one',
    text: 'return added > 0 && added <=',
    replacement: 'return added <=',
    ...situations,
  },
  {
    name: 'fees: on top without the setting',
    text: '!facts.feesToPayer || proof.amount === undefined',
    replacement: 'proof.amount === undefined',
    ...situations,
  },
  {
    name: 'fees: of another request',
    text: '  if ((proof.requestedAmount ?? facts.amount) !== facts.amount) return false;\n',
    replacement: '',
    ...situations,
  },
  {
    name: 'fees: settlement does not know the setting',
    file: `${PAYMENTS}/settlement/settle.ts`,
    text: 'feesToPayer: context.feesToPayer,',
    replacement: 'feesToPayer: false,',
    ...mails,
  },
  {
    name: 'fees: the setting is always on',
    file: `${PAYMENTS}/settlement/settlement.service.ts`,
    text: "this.env.PAYSTACK_FEES_TO_PAYER === 'true'",
    replacement: 'true',
    ...mails,
  },
  {
    name: 'charge: a refusal with status 200 says only that it was tried',
    file: `${PAYSTACK}/transport.ts`,
    text: 'text(reason) ?? message, {',
    replacement: 'message, {',
    ...samples,
  },
  {
    name: 'charge: a refusal with status 200 is a failure of the call',
    file: `${PAYSTACK}/charge-calls.ts`,
    text: "if (!(error instanceof ProviderError) || error.details.dataStatus !== 'failed') throw error;",
    replacement: 'if (error) throw error;',
    ...samples,
  },
  {
    name: 'upload: the key goes with the file',
    file: `${PAYSTACK}/transport.ts`,
    text: "headers: { 'content-type': file.contentType },",
    replacement:
      "headers: { 'content-type': file.contentType, authorization: 'Bearer ' + this.settings.secretKey },",
    ...samples,
  },
  {
    name: 'upload: to any address',
    file: `${PAYSTACK}/dispute-calls.ts`,
    text: 'secureAddress(fields.signedUrl)',
    replacement: 'text(fields.signedUrl)',
    ...samples,
  },
  {
    name: 'payer addresses: of a name that no machine has, in production',
    text: "  'PAYER_EMAIL_DOMAIN',\n",
    replacement: '',
    ...policy,
  },
  {
    name: 'payer addresses: of this machine, in production',
    text: '!MAIL_DOMAIN.test(env.PAYER_EMAIL_DOMAIN)',
    replacement: '!env.PAYER_EMAIL_DOMAIN',
    ...policy,
  },
  {
    name: 'webhooks: taken from any address',
    file: 'apps/api/src/payments/payments.controller.ts',
    text: "    if (!this.isAllowed(address)) throw new AppError('FORBIDDEN');\n",
    replacement: '',
    spec: 'apps/api/src/payments/payments.controller.spec.ts',
  },
  {
    name: 'webhooks: a list of addresses without a proxy',
    text: "['WEBHOOK_ADDRESSES', 'USSD_ADDRESSES'] as const",
    replacement: "['USSD_ADDRESSES'] as const",
    ...policy,
  },
  {
    name: 'ussd: a list of addresses without a proxy',
    text: "['WEBHOOK_ADDRESSES', 'USSD_ADDRESSES'] as const",
    replacement: "['WEBHOOK_ADDRESSES'] as const",
    ...policy,
  },
  {
    name: 'facts: the simulator leaves out a field of the provider',
    file: 'apps/simulator/src/provider/dispute-data.ts',
    text: '    resolvedAt: dispute.resolvedAt ?? null,\n',
    replacement: '',
    ...routes,
  },
  {
    name: 'facts: the simulator has a field of its own',
    file: 'apps/simulator/src/provider/dispute-data.ts',
    text: '    note: null,\n',
    replacement: '    note: null,\n    invented: true,\n',
    ...routes,
  },
  {
    name: 'facts: the simulator has another type',
    file: 'apps/simulator/src/provider/dispute-data.ts',
    text: '    refund_amount: dispute.refundAmount,\n',
    replacement: '    refund_amount: String(dispute.refundAmount),\n',
    ...routes,
  },
  {
    name: 'disputes: of every organiser',
    text: 'IS NULL OR c.user_id = $1) AND',
    replacement: 'IS NULL OR $1 IS NOT NULL) AND',
    ...DISPUTES,
  },
  {
    name: 'disputes: answered when they are resolved',
    text: "if (dispute.status === 'resolved')",
    replacement: "if (dispute.status === 'x')",
    ...DISPUTES,
  },
  {
    name: 'disputes: a late webhook opens a resolved one',
    file: `${PAYMENTS}/disputes/record-dispute.ts`,
    text: " AND disputes.status <> 'resolved'",
    replacement: '',
    ...mails,
  },
  {
    name: 'disputes: a mail with every webhook',
    file: `${PAYMENTS}/disputes/record-dispute.ts`,
    text: 'if (!rows[0]?.is_new || ',
    replacement: 'if (',
    ...mails,
  },
  {
    name: 'mails: about money with every proof',
    file: `${PAYMENTS}/settlement/tell-of-money.ts`,
    text: 'if (to !== payment.state && isWaitingState(to) &&',
    replacement: 'if (isWaitingState(to) &&',
    ...mails,
  },
  {
    name: 'waiting: a refund to be sent keeps the others waiting',
    file: `${PAYMENTS}/refunds/refund.service.ts`,
    text: 'await tryEach(due, take, { stopping });',
    replacement: 'for (const one of due) await take(one);',
    spec: 'test/payments/refund-retries.spec.ts',
  },
  {
    name: 'waiting: refunds of one payment keep those of others waiting',
    file: `${PAYMENTS}/refunds/read-returns.service.ts`,
    text: 'await tryEach(await this.takeDue(), (due) => this.readOne(due), { stopping });',
    replacement: 'for (const due of await this.takeDue()) await this.readOne(due);',
    spec: 'test/payments/money-returns.spec.ts',
  },
  {
    name: 'waiting: money that went back keeps that of others waiting',
    file: `${RECONCILIATION}/list-reversals.service.ts`,
    text: 'await tryEach(\n      proofs.filter(({ reference }) => ours.has(reference)),\n      settleOne,\n    ).catch(',
    replacement:
      'await (async () => {\n      for (const one of proofs) if (ours.has(one.reference)) await settleOne(one);\n    })().catch(',
    spec: 'test/payments/list-reversals.spec.ts',
  },
  {
    name: 'waiting: money that went back keeps the lists after it waiting',
    file: `${RECONCILIATION}/list-reversals.service.ts`,
    text: ").catch((error: Error) => this.log.error(error, 'money that went back could not be settled'));",
    replacement: ');',
    spec: 'test/payments/list-reversals.spec.ts',
  },
  {
    name: 'waiting: a success in the list keeps the others waiting',
    file: `${RECONCILIATION}/list-successes.service.ts`,
    text: "await tryEach(ours, (payment) => this.settlement.settle({ ...payment, source: 'list' })).catch(",
    replacement:
      "await (async () => {\n      for (const payment of ours) await this.settlement.settle({ ...payment, source: 'list' });\n    })().catch(",
    spec: 'test/payments/list-successes.spec.ts',
  },
  {
    name: 'waiting: a success in the list keeps its next pages waiting',
    file: `${RECONCILIATION}/list-successes.service.ts`,
    text: "(error: Error) => this.log.error(error, 'a success in the list could not be settled'),",
    replacement: '(error: Error) => Promise.reject(error),',
    spec: 'test/payments/list-successes.spec.ts',
  },
  {
    name: 'comparison: a day that the provider gave no answer about counts as compared',
    file: `${RECONCILIATION}/reconcile-days.service.ts`,
    text: 'const comparison = await compareDay(this.pool, this.client, day, {',
    replacement: `await recordComparison(this.pool, day, { successes: 0, settled: [], differences: [] }, this.clock.now());
      const comparison = await compareDay(this.pool, this.client, day, {`,
    spec: 'test/payments/reconcile-days.spec.ts',
    only: 'without an answer',
  },
  {
    name: 'waiting: a day keeps the others from being compared',
    file: `${RECONCILIATION}/reconcile-days.service.ts`,
    text: 'await tryEach(days, (day) => this.compare(day, stopping), { stopping });',
    replacement: 'for (const day of days) await this.compare(day, stopping);',
    spec: 'test/payments/reconcile-days.spec.ts',
  },
  {
    name: 'waiting: a payment keeps its day from being compared',
    file: `${RECONCILIATION}/reconcile-days.service.ts`,
    text: "this.log.error(error, 'a payment of the provider’s list could not be settled');\n      return null;",
    replacement: 'throw error;',
    spec: 'test/payments/reconcile-days.spec.ts',
  },
  {
    name: 'calls: a first failure shows no increase',
    file: `${PAYSTACK}/metered-client.ts`,
    text: '  for (const call of CALLS) for (const outcome of OUTCOMES) duration.zero({ call, outcome });\n',
    replacement: '',
    spec: `${PAYSTACK}/metered-client.spec.ts`,
  },
  {
    name: 'calls: the limit that an alert compares them with is not exported',
    file: `${PAYSTACK}/metered-client.ts`,
    text: '  exportLimit(env.PAYSTACK_CALLS_PER_MINUTE, metrics);\n',
    replacement: '',
    spec: `${PAYSTACK}/metered-client.spec.ts`,
  },
  {
    name: 'calls: the pace of payers is exported as the whole limit',
    file: `${PAYSTACK}/metered-client.ts`,
    text: "limit.set({ calls: 'begin' }, payerPace(budgetOf(callsPerMinute)).perMinute);",
    replacement: "limit.set({ calls: 'begin' }, callsPerMinute);",
    spec: `${PAYSTACK}/metered-client.spec.ts`,
  },
  {
    name: 'calls: the wait of payers is calculated without the burst',
    file: 'apps/admin/src/capacity/payers.ts',
    text: 'tooMany * time - burst)',
    replacement: 'tooMany * time)',
    spec: 'test/payments/fair-shares.spec.ts',
    only: 'let a crowd wait',
  },
];
