/** What a payer reads at each step of a payment, on the full page and on the light page. */
export const paymentStepTexts = {
  choice: 'How do you want to pay?',
  momo: 'Mobile money',
  checkout: 'Card or other',
  network: 'Network',
  choose: 'Choose',
  networkMissing: 'Choose your network',
  networks: { mtn: 'MTN MoMo', telecel: 'Telecel Cash', at: 'AT Money' },
  /** By the step of the charge (`ChargePaymentResult`). */
  title: {
    approve_on_phone: 'Approve on your phone',
    enter_voucher: 'Enter your voucher code',
    enter_pin: 'Enter your PIN',
    enter_phone: 'Enter your phone number',
    enter_birthday: 'Enter your date of birth',
    enter_address: 'Enter your address',
    open_page: 'Continue with your bank',
    wait: 'Payment is being processed',
    done: 'Payment received',
    failed: 'The payment did not go through',
  },
  /** By the name of the field. */
  fields: {
    otp: 'Voucher code',
    pin: 'PIN',
    phone: 'Phone number of your account',
    birthday: 'Date of birth',
    address: 'Street and number',
    city: 'City',
    state: 'Region',
    zipCode: 'Postal code',
  },
  send: 'Send',
  openPage: 'Open your bank’s page',
  /** In the last ten minutes of a contest. @param time Ghana time */
  payBy: (time: string) => `Pay by ${time}. A payment made later does not count and goes back by itself.`,
  approveBy: (time: string) =>
    `Approve by ${time}. A payment approved later does not count and goes back by itself.`,
  reference: (reference: string) => `Reference ${reference}`,
};
