const STATEMENTS = 'libs/payments/src/statements';
const books = { spec: 'test/payments/statements.spec.ts' };
const totals = { file: `${STATEMENTS}/statement-totals.sql`, ...books };
const issue = { file: `${STATEMENTS}/issue-statement.ts`, ...books };
const due = { file: `${STATEMENTS}/issue-due.ts`, spec: 'test/payments/issue-due.spec.ts' };
/** A migration is run by a platform of its own. */
const entries = { file: 'libs/database/src/migrations/sums-by-key/sums-by-key.sql', served: true };
const sums = { spec: 'test/payments/host-sums.spec.ts' };
const files = { spec: 'test/payments/statement-files.spec.ts' };
const asked = { spec: 'test/api/refund-requests.spec.ts', served: true };
const pack = { spec: 'test/api/disputes.spec.ts', served: true };

/** Mutants of statements, their files, the evidence of disputes, and who may ask for a refund. */
export const STATEMENT_MUTANTS = [
  {
    name: 'statements: money that is set aside for a dispute and lost is taken twice',
    text: 'sum(least(greatest(-moved, 0), greatest(disputes, 0)))',
    replacement: '0',
    ...entries,
    ...books,
  },
  {
    name: 'statements: a refund that is ordered is not taken',
    text: 'sum(went - lost + refunds)',
    replacement: 'sum(went - lost)',
    ...totals,
  },
  {
    name: 'statements: a settlement is taken for money that went back',
    text: 'CASE WHEN a.payment_id IS NULL THEN 0',
    replacement: 'CASE WHEN false THEN 0',
    ...entries,
    ...books,
  },
  {
    name: 'statements: votes of later months count',
    text: "AND ($3::text IS NULL OR to_char(greatest(e.at, l.recorded_at) AT TIME ZONE 'UTC', 'YYYY-MM') <= $3)",
    replacement: '',
    ...totals,
  },
  {
    name: 'statements: votes are in an earlier month than their money',
    text: 'to_char(greatest(e.at, l.recorded_at)',
    replacement: 'to_char((l.recorded_at)',
    ...totals,
  },
  {
    name: 'statements: money of later months counts',
    text: 'AND ($3::text IS NULL OR month <= $3)',
    replacement: 'AND ($3::text IS NULL OR true)',
    ...totals,
  },
  {
    name: 'statements: hosts that have theirs are tried again with every run',
    text: 'AND NOT EXISTS (SELECT FROM statements s WHERE s.host_id = h.host_id AND s.month >= $1)',
    replacement: '',
    ...due,
  },
  {
    name: 'sums of hosts: an entry is in the month in which it was posted',
    text: "to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, a.payment_id",
    replacement: "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, a.payment_id",
    ...entries,
    ...sums,
  },
  {
    name: 'sums of hosts: returns from before the first entry are forgotten',
    text: 'WHERE a.step = 1 AND payment_id = p.id',
    replacement: 'WHERE false AND payment_id = p.id',
    ...entries,
    ...sums,
  },
  {
    name: 'sums of hosts: a return is added with every entry',
    text: 'WHERE a.step = 1 AND payment_id = p.id',
    replacement: 'WHERE payment_id = p.id',
    ...entries,
    ...sums,
  },
  {
    name: 'sums of hosts: a return after the first entry is forgotten',
    text: "WHERE a.currency = 'GHS'\n  GROUP BY",
    replacement: 'WHERE false\n  GROUP BY',
    file: 'libs/database/src/migrations/host-sums/host-sums.sql',
    served: true,
    ...sums,
  },
  {
    name: 'sums of hosts: money of payments that were not divided is not known',
    text: 'p.id IS NOT NULL AND p.subaccount_code IS NULL AS is_undivided',
    replacement: 'false AS is_undivided',
    ...entries,
    ...sums,
  },
  {
    name: 'sums of hosts: folding forgets what was lost in disputes',
    file: 'libs/payments/src/journal/fold-host-sums.sql',
    text: 'sum(came), sum(went), sum(lost)',
    replacement: 'sum(came), sum(went), 0',
    ...sums,
  },
  {
    name: 'balance: every payment of a host is looked at',
    file: 'libs/payments/src/journal/host-balance.sql',
    text: "    AND p.state NOT IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'FAILED_INIT', 'EXPIRED')\n",
    replacement: '',
    ...sums,
  },
  {
    name: 'statements: each month is counted from the beginning',
    text: 'before?.totals ?? NO_TOTALS',
    replacement: 'NO_TOTALS',
    ...issue,
  },
  {
    name: 'statements: a month is issued again',
    text: 'before && before.month >= month',
    replacement: 'before && before.month > month',
    ...issue,
  },
  {
    name: 'statements: two processes take the same number',
    text: `SELECT pg_advisory_xact_lock(hashtext('abato statements'))`,
    replacement: 'SELECT 1',
    ...issue,
  },
  {
    name: 'statements: a month without movements has one',
    text: 'if (!hasMovements(movements)) return null;',
    replacement: '',
    ...issue,
  },
  {
    name: 'statements: a month is issued while transactions of it may be open',
    text: 'issuing.now.getTime() - MONTH_IS_OVER_AFTER_MS',
    replacement: 'issuing.now.getTime()',
    ...due,
  },
  {
    name: 'statements: a contest is issued before its results are final',
    text: 'WHERE results_final_at <= $1',
    replacement: 'WHERE $1::timestamptz IS NOT NULL AND id IS NOT NULL',
    ...due,
  },
  {
    name: 'statements: a later month of a host is issued before an earlier one',
    text: 'if (failed.has(hostId)) continue;',
    replacement: '',
    ...due,
  },
  {
    name: 'statements: a month is complete although a statement of it failed',
    text: 'if (!failed.size) await finish',
    replacement: 'await finish',
    ...due,
  },
  {
    name: 'statements: those of an archived host are gone',
    file: 'libs/contests/src/hosts/hosts.repository.ts',
    text: 'const where = ownerId ? { id, userId: ownerId } : { id };',
    replacement: 'const where = { id: (await this.view(id, ownerId)).id };',
    spec: 'test/api/statements.spec.ts',
    served: true,
  },
  {
    name: 'statement files: the PDF says when it was downloaded',
    file: 'libs/payments/src/pdf/pdf-file.ts',
    text: 'CreationDate: meta.at,',
    replacement: 'CreationDate: new Date(),',
    ...files,
  },
  {
    name: 'statement files: the name of a contest can be an entry of the books',
    file: `${STATEMENTS}/statement-files.ts`,
    text: "text.replace(/[;|\\s\\p{Cc}]+/gu, ' ').trim()",
    replacement: 'text',
    ...files,
  },
  {
    name: 'statement files: taxes are added to the fee',
    file: `${STATEMENTS}/statement-content.ts`,
    text: 'lines.reduce((rest, { amount }) => rest - amount, total)',
    replacement: 'total',
    ...files,
  },
  {
    name: 'statements: any organiser reads those of a host',
    file: `${STATEMENTS}/statements.service.ts`,
    text: 'async view(actor: Actor, hostId: string, number: string): Promise<Statement> {\n    await this.hosts.inBooks(hostId, ownerScope(actor));',
    replacement: 'async view(_actor: Actor, hostId: string, number: string): Promise<Statement> {',
    spec: 'test/api/statements.spec.ts',
    served: true,
  },
  {
    name: 'evidence: any organiser downloads that of a dispute',
    file: 'libs/payments/src/disputes/disputes.service.ts',
    text: 'const row = await this.read(actor, id);',
    replacement: "const row = await this.read({ ...actor, role: 'SUPER_ADMIN' }, id);",
    ...pack,
  },
  {
    name: 'refunds: an organiser orders one alone',
    file: 'libs/payments/src/decisions/refund-orders.service.ts',
    text: "if (actor.role !== 'SUPER_ADMIN') return",
    replacement: "if (actor.role !== 'SUPER_ADMIN' && !paymentId) return",
    ...asked,
  },
  {
    name: 'evidence: all that counts is said to be bought at the price',
    file: 'libs/payments/src/evidence/evidence-pdf.ts',
    text: 'boughtVotes * (pesewasFromCedis(price) ?? 0)',
    replacement: 'pesewasFromCedis(amount)',
    ...pack,
  },
  {
    name: 'balance: held money is paid by voters',
    file: 'libs/payments/src/journal/journal.service.ts',
    text: 'left + returned - review',
    replacement: 'left + returned',
    spec: 'test/api/statements.spec.ts',
    served: true,
  },
  {
    name: 'refunds: an order leaves the request for it open',
    file: 'libs/payments/src/decisions/payment-decisions.service.ts',
    text: 'if (isRefund) await answerRefundRequest({ sql, now, publicUrl }, paymentId, actor.id);',
    replacement: '',
    ...asked,
  },
  {
    name: 'refunds: a rejection says that no money went back',
    file: 'libs/payments/src/decisions/refund-answers.ts',
    text: "isOrdered ? 'ordered' : rejectionOf(payment)",
    replacement: "isOrdered ? 'ordered' : rejectionOf(payment) && 'refused'",
    ...asked,
  },
  {
    name: 'refunds: any super admin confirms a request for much money',
    file: 'libs/payments/src/decisions/payment-corrections.service.ts',
    text: "if (correction.kind === 'REFUND') assertSecondFactor(",
    replacement: "if (correction.kind === 'KEPT') assertSecondFactor(",
    ...asked,
  },
  {
    name: 'refunds: no second factor is needed for much money',
    file: 'libs/payments/src/decisions/second-factor-above.ts',
    text: 'pesewas <= limit || actor.secondFactor',
    replacement: 'pesewas >= 0 || actor.secondFactor',
    ...asked,
  },
];
