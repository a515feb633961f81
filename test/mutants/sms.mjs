const SMS = { spec: 'test/api/contest-sms.spec.ts', served: true };
const REPORTS = { ...SMS, file: 'libs/messages/src/sms/delivery-reports.ts' };

const REST = {
  file: 'libs/messages/src/sms/provider-rest.ts',
  spec: 'libs/messages/src/sms/provider-rest.spec.ts',
};
const FORGOTTEN = {
  file: 'libs/messages/src/sms/code-sms.service.ts',
  spec: 'test/api/forgotten-codes.spec.ts',
};
const TRANSPORT = {
  file: 'libs/messages/src/sms/sms-transport.ts',
  spec: 'libs/messages/src/sms/sms-transport.spec.ts',
};

/** Mutants of what a contest has sent by SMS, and of the providers' reports. */
export const SMS_MESSAGES = [
  {
    name: 'sms: any secret opens the route of reports',
    text: '!timingSafeEqual(digestOf(secret), this.secret)',
    replacement: 'false',
    only: 'without the secret',
    ...REPORTS,
  },
  {
    name: 'sms: a later report changes what is known',
    text: 'm.id = known.id AND m.delivery IS NULL',
    replacement: 'm.id = known.id',
    only: 'the first final one stays',
    ...REPORTS,
  },
  {
    name: 'sms: a report of another provider counts',
    text: 'WHERE provider = $1 AND message_id = $2',
    replacement: "WHERE provider <> '' AND $1::text IS NOT NULL AND message_id = $2",
    only: 'the first final one stays',
    ...REPORTS,
  },
  {
    name: 'sms: a code dies with its worker',
    text: "status IN ('DUE', 'SENDING')",
    replacement: "status = 'DUE'",
    file: 'libs/messages/src/sms/claim-codes.sql',
    spec: 'test/api/contest-sms.spec.ts',
    only: 'was sending when it died',
    served: true,
  },
  {
    name: 'sms: a number that was sent a code is kept',
    text: 'DELETE FROM phone_verifications WHERE created_at < $1',
    replacement: 'DELETE FROM phone_verifications WHERE created_at < $1 AND false',
    ...FORGOTTEN,
  },
  {
    name: 'sms: how many codes a network ordered is kept',
    text: "kind = 'NETWORK' AND since < $1",
    replacement: "kind = 'NETWORK' AND since < $1 AND false",
    ...FORGOTTEN,
  },
  {
    name: 'sms: what a contest spent on codes is forgotten',
    text: "kind = 'NETWORK' AND since < $1",
    replacement: 'since < $1',
    ...FORGOTTEN,
  },
  {
    name: 'sms: the provider’s id of a message is kept',
    text: 'message_id IS NOT NULL AND sent_at < $1',
    replacement: 'message_id IS NOT NULL AND sent_at < $1 AND false',
    ...FORGOTTEN,
  },
  {
    name: 'sms: each message costs one part',
    text: 'coalesce(sum(parts), 0)',
    replacement: 'count(*)',
    only: 'as they have parts',
    ...SMS,
    file: 'libs/voting/src/verification/contest-sms.ts',
  },
  {
    name: 'sms: another organiser reads what a contest has spent',
    text: 'await this.contests.assertVisible(contestId, ownerScope(actor));',
    replacement: '',
    file: 'apps/api/src/voting/contest-sms.controller.ts',
    spec: 'test/api/authorization.spec.ts',
    served: true,
  },
  {
    name: 'sms: a state that only speaks of delivery is final',
    text: 'DELIVERED.test(status.trim())',
    replacement: '/deliv/i.test(status)',
    file: 'libs/messages/src/sms/delivery-reports.ts',
    spec: 'libs/messages/src/sms/delivery-reports.spec.ts',
  },
  {
    name: 'sms: an id that the database does not take fails inside',
    text: '!ID.test(id)',
    replacement: 'id.length > 100',
    file: 'libs/messages/src/sms/delivery-reports.ts',
    spec: 'test/api/contest-sms.spec.ts',
    served: true,
    only: 'gets no error of ours',
  },
  {
    name: 'sms: an outage is forgotten by the next call',
    text: 'if (this.room() === 0) return null;',
    replacement: '',
    ...REST,
  },
  {
    name: 'sms: an older call ends the rest',
    text: 'if (asks || !this.isOut) this.note',
    replacement: 'this.note',
    ...REST,
  },
  {
    name: 'sms: many ask at once whether a provider is back',
    text: 'this.isAsked || ',
    replacement: '',
    ...REST,
  },
  {
    name: 'sms: a refused connection is no outage',
    text: ' || reason.startsWith(NO_CONNECTION)',
    replacement: '',
    ...TRANSPORT,
  },
  {
    name: 'sms: an outage of the first provider stops the second',
    text: 'Math.max(first.room(), second.room())',
    replacement: 'first.room()',
    ...TRANSPORT,
  },
  {
    name: 'sms: what the first provider may have taken is sent again and again while the second is out',
    text: 'turnAfterMs(outcome) === null',
    replacement: 'false',
    ...TRANSPORT,
  },
  {
    name: 'sms: rows are taken from the table during an outage',
    text: 'Math.min(batch, this.rules.room?.() ?? batch)',
    replacement: 'batch',
    file: 'libs/jobs/src/outbox.ts',
    spec: 'libs/jobs/src/outbox.spec.ts',
  },
  {
    name: 'sms: waiting for a turn uses a try',
    text: 'attempts = t.attempts - e.unused',
    replacement: 'attempts = t.attempts - 0 * e.unused',
    file: 'libs/messages/src/sms/sms-outbox.ts',
    spec: 'test/payments/sms-refunds.spec.ts',
    only: 'keeps its try',
  },
];
