import { plural } from '@abato/contracts';

export const paymentTexts = {
  pageTitle: 'Payment',
  noReference: 'No payment reference found in URL. Please try again.',
  verifying: 'Verifying your payment...',
  verificationFailed: 'Payment verification failed',
  contestant: 'Contestant',
  votes: 'Votes',
  votesCast: 'Votes cast',
  amount: 'Amount',
  amountPaid: 'Amount paid',
  reference: 'Reference',
  receiptCode: 'Receipt code',
  success: {
    /** The number of votes, 2 where it is not known. */
    title: (votes: number) => plural(votes, { one: 'Your vote is in!', other: 'Your votes are in!' }),
    text: 'The payment is confirmed and your votes are counted. Keep the reference: with it anyone can check them.',
    contest: 'Back to the contest',
    browse: 'Browse Contests',
  },
  /** Beside what is known. */
  checkFailed: 'The last check got no answer.',
  unasked: {
    title: 'Payment could not be checked',
    text: 'If you have paid, nothing is lost: your votes are counted as soon as the provider confirms the payment.',
  },
  failure: {
    title: 'Payment not confirmed',
    tryAgain: 'Try Again',
    back: 'Back to Contests',
    nothingTaken: 'No money was taken for this payment, and no vote was counted.',
    again: (name: string) => `Vote for ${name} again`,
  },
  unknown: {
    title: 'Payment is being processed',
    text: 'Your vote will be counted shortly, as soon as the provider confirms the payment. You may leave this page: nothing is lost.',
    raw: 'Raw response for debugging',
    checking: 'Checking again by itself.',
    again: 'Check Status Again',
    back: 'Back to Contests',
  },
};
