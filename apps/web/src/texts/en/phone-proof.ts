/** The proof of a phone number by SMS. */
export const phoneProofTexts = {
  title: 'Confirm your number',
  sent: (phone: string) =>
    `We have sent a code to ${phone}. In this contest each number is proven once, so that invented ones do not count.`,
  code: 'Code from the SMS',
  hint: '6 digits, valid for 5 minutes. It costs you nothing.',
  submit: 'Confirm and vote',
  again: 'Send another code',
  againIn: (seconds: number) =>
    seconds < 90
      ? `Another code in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `Another code in ${Math.ceil(seconds / 60)} minutes`,
  otherNumber: 'Use another number',
};
