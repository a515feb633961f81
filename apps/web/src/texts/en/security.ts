/** Second factor and confirmation of the own identity. */
export const securityTexts = {
  title: 'Security',
  text: 'With a second factor, signing in needs a code of an authenticator app on your phone besides the password.',
  required: 'Your account needs a second factor before you can continue.',
  enabled: 'The second factor is on.',
  codesLeft: (count: number) =>
    count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`,
  setUp: 'Set up a second factor',
  scan: 'Scan this code with an authenticator app, then enter the six digits that it shows.',
  qrLabel: 'QR code for the authenticator app',
  secret: 'Without a camera, enter this key:',
  code: 'Code',
  confirm: 'Switch on',
  switchedOn: 'The second factor is on. Your other sessions have ended.',
  newCodes: 'New recovery codes',
  switchOff: 'Switch off',
  switchedOff: 'The second factor is off.',
  codesTitle: 'Keep these recovery codes in a safe place',
  codesText:
    'Each replaces one code of the app, once, for example when the phone is lost. They are not shown again.',
  codesKept: 'I have kept them',
  signIn: {
    title: 'Enter your code',
    lead: 'The six digits of your authenticator app, or a recovery code.',
    code: 'Code',
    submit: 'Continue',
    back: 'Back',
  },
  reauthentication: {
    title: 'Confirm that it is you',
    text: 'Give your password, or a code of your second factor. You are not asked again for five minutes.',
    password: 'Password',
    code: 'Code',
    needed: 'Password or code is required',
    submit: 'Confirm',
  },
};
