export const mobileMoneyTexts = {
  choice: 'How do you want to pay?',
  momo: 'Mobile money',
  checkout: 'Card or other',
  network: 'Network',
  chooseNetwork: 'Choose',
  networkMissing: 'Choose your network',
  networks: { mtn: 'MTN MoMo', telecel: 'Telecel Cash', at: 'AT Money' },
  mobileOnly: 'Mobile money needs a mobile number.',
  note: 'We send a request to the phone number above. You approve it there with your PIN; we never ask for it.',
  submit: (amount: string, network: string | null) =>
    network ? `Pay ${amount} with ${network}` : `Pay ${amount} now`,
  title: {
    approve_on_phone: 'Approve on your phone',
    enter_voucher: 'Enter your voucher code',
    wait: 'One moment',
    done: 'Payment received',
    failed: 'The payment did not go through',
    expired: 'The time to approve is over',
  },
  asked: (amount: string, phone: string, network: string) => `${amount} from ${phone} (${network})`,
  countdown: 'Time left to approve',
  expired:
    'If you approved in time, stay here or leave: your vote is counted as soon as the network tells us. Otherwise try again in a moment.',
  voucher: 'Voucher code',
  sendVoucher: 'Send the code',
  leave:
    'You may close this and lock your phone: once you have approved, your vote is counted without this page.',
  again: 'Try again',
  reference: (reference: string) => `Reference ${reference}`,
};
