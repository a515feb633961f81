import { paymentStepTexts as steps } from '@abato/contracts';

export const mobileMoneyTexts = {
  ...steps,
  title: { ...steps.title, expired: 'The time to approve is over' },
  mobileOnly: 'Mobile money needs a mobile number.',
  note: 'We send a request to the phone number above. You approve it there with your PIN; we never ask for it.',
  submit: (amount: string, network: string | null) =>
    network ? `Pay ${amount} with ${network}` : `Pay ${amount} now`,
  asked: (amount: string, phone: string, network: string) => `${amount} from ${phone} (${network})`,
  countdown: 'Time left to approve',
  expired:
    'If you approved in time, stay here or leave: your vote is counted as soon as the network tells us. Otherwise try again in a moment.',
  sendVoucher: 'Send the code',
  leave:
    'You may close this and lock your phone: once you have approved, your vote is counted without this page.',
  again: 'Try again',
};
