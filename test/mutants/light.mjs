const VOTES = { spec: 'test/api/light-votes.spec.ts', served: true };
const NUMBERS = { spec: 'test/api/light-numbers.spec.ts', served: true };
const FORMS = { spec: 'test/api/light-forms.spec.ts' };
const TOKENS = { spec: 'apps/api/src/light/form-token.spec.ts', file: 'apps/api/src/light/form-token.ts' };
const VOTING = { ...VOTES, file: 'apps/api/src/light/light-voting.service.ts' };
const INTAKE = { ...NUMBERS, file: 'libs/voting/src/intake/vote-intake.ts' };
const CODES = { ...NUMBERS, file: 'libs/voting/src/verification/phone-verification.service.ts' };
const PAY = {
  file: 'apps/api/src/light/light-payments.service.ts',
  spec: 'test/api/light-payments.spec.ts',
  served: true,
};

/** Mutants of voting without JavaScript. */
export const LIGHT = [
  {
    name: 'light: any form is signed',
    text: 'return bytes.length === SIGNATURE_BYTES && timingSafeEqual(bytes, expected);',
    replacement: 'return timingSafeEqual(expected, expected) && bytes.length >= 0;',
    only: 'is foreign',
    ...TOKENS,
  },
  {
    name: 'light: a form needs neither origin nor cookie',
    text: 'if (!hasOrigin && !(device &&',
    replacement: 'if (!hasOrigin && device && !(device &&',
    only: 'from its browser',
    ...TOKENS,
  },
  {
    name: 'light: forms are valid for ever',
    text: 'parseInt(at, 36) > FORM_VALID_MS',
    replacement: 'parseInt(at, 36) > Infinity',
    only: 'after twelve hours',
    ...TOKENS,
  },
  {
    name: 'light: forms are not looked at',
    text: 'if (wrong) {',
    replacement: 'if (false as boolean) {',
    only: 'is not signed for this contest',
    ...VOTING,
    ...FORMS,
  },
  {
    name: 'light: a form casts under any key',
    text: '        key,\n        address: request.address,',
    replacement: '        key: undefined,\n        address: request.address,',
    only: 'pressed twice',
    ...VOTING,
  },
  {
    name: 'light: a wallet is asked before its owner has read the total',
    text: "request.form['told'] !== toldTotal(total))",
    replacement: "request.form['told'] === 'never')",
    only: 'asks a wallet for what the voter was shown',
    ...PAY,
    file: VOTING.file,
  },
  {
    name: 'light: a changed vote is called rejected',
    text: "WHEN source = 'MANUAL' THEN 'TAKEN_BACK'",
    replacement: "WHEN amount_pesewas = 0 THEN 'REJECTED'",
    only: 'says who has taken it back',
    ...VOTES,
    file: 'libs/voting/src/records/cast-votes.repository.ts',
  },
  {
    name: 'light: a browser has no device',
    text: 'deviceId: request.cookies.device ?? undefined,',
    replacement: '',
    only: 'the limit of its device',
    ...VOTING,
  },
  {
    name: 'light: every vote passes as a person’s',
    text: 'if (provenPhoneIsPerson && row.guard && this.isProven(row.guard, voterToken)) {',
    replacement: 'if (provenPhoneIsPerson && row.guard) {',
    only: 'takes its place, for that number only',
    ...INTAKE,
  },
  {
    name: 'light: a proof is a person check for the API too',
    text: 'if (provenPhoneIsPerson && row.guard && this',
    replacement: 'if (row.guard && this',
    only: 'is no check for the API',
    ...INTAKE,
  },
  {
    name: 'light: a form orders a code each time it is sent',
    text: 'if (earlier) return earlier;',
    replacement: '',
    only: 'sends one code when the button is pressed twice',
    ...CODES,
  },
  {
    name: 'light: its votes pass as those of the website',
    text: "source: 'LIGHT' as const",
    replacement: "source: 'WEB' as const",
    only: 'is counted once, by the same intake',
    ...VOTING,
  },
  {
    name: 'light: printed ballot codes are not sent on',
    text: 'ballotCode: fields.ballot.trim() || undefined,',
    replacement: '',
    only: 'takes a printed ballot code',
    ...VOTING,
    spec: NUMBERS.spec,
  },
  {
    name: 'light: a ballot code that needs a person check is told to dial',
    text: 'if (press.fields.ballot.trim())\n      throw',
    replacement: 'if (!press)\n      throw',
    only: 'is told the full page',
    ...VOTING,
    spec: NUMBERS.spec,
  },
  {
    name: 'light: the payment page opens before its total was shown',
    text: "if (request.form['told'] !== toldTotal(total))",
    replacement: "if (fields.pay !== 'checkout' && request.form['told'] !== toldTotal(total))",
    only: 'leads back to the light page',
    ...VOTING,
    spec: PAY.spec,
  },
  {
    name: 'light: dialling is answered by an SMS',
    text: "return prove === 'ussd' && this.ballots.canDial ? 'ussd' : 'sms';",
    replacement: "return 'sms';",
    only: 'after the phone has dialled',
    ...VOTING,
    spec: NUMBERS.spec,
  },
  {
    name: 'light: payments are shown below any contest',
    text: "if (payment.data.contestId !== contest.id) throw new AppError('PAYMENT_NOT_FOUND');",
    replacement: '',
    only: 'below its own contest only',
    ...PAY,
  },
  {
    name: 'light: steps of a payment take unsigned forms',
    text: 'if (wrong) {',
    replacement: 'if (false as boolean) {',
    only: 'asks for the voucher',
    ...PAY,
  },
  {
    name: 'light: a vote that no wallet may pay is stored',
    file: 'apps/api/src/light/light-checkout.service.ts',
    text: 'Number(votes)) > limit',
    replacement: 'Number(votes)) > Infinity * limit',
    only: 'above what a wallet may pay',
    spec: PAY.spec,
    served: true,
  },
];
