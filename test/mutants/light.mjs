const PAGE = { spec: 'test/api/light-page.spec.ts', served: true };
const FORMS = { spec: 'test/api/light-forms.spec.ts' };
const TOKENS = { spec: 'apps/api/src/light/form-token.spec.ts', file: 'apps/api/src/light/form-token.ts' };
const VOTING = { ...PAGE, file: 'apps/api/src/light/light-voting.service.ts' };
const INTAKE = { ...PAGE, file: 'libs/voting/src/intake/vote-intake.ts' };
const CODES = { ...PAGE, file: 'libs/voting/src/verification/phone-verification.service.ts' };
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
    text: 'const context = { key, address',
    replacement: 'const context = { key: undefined, address',
    only: 'pressed twice',
    ...VOTING,
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
    text: 'row.guard.proven = this.isProven(row.guard, voterToken);',
    replacement: 'row.guard.proven = true;',
    only: 'takes its place, for that number only',
    ...INTAKE,
  },
  {
    name: 'light: a proof is a person check for the API too',
    text: 'if (provenPhoneIsPerson && row.guard)',
    replacement: 'if (row.guard && voterToken)',
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
];
