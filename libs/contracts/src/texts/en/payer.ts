/** What a payer is told about a payment, by its precise state, the reason it failed for, and what is asked for next. */
export const payerTexts = {
  states: {
    CREATED: 'Your payment is being prepared.',
    INIT_UNKNOWN:
      'The payment provider did not answer. If you were charged, your vote is counted as soon as we hear of it.',
    INITIALIZED: 'Your payment has not been completed yet.',
    PROVIDER_PENDING: 'Your payment is being processed. Your vote will be counted shortly.',
    SUPERSEDED: 'This payment was replaced by a newer one.',
    REVIEW: 'Your payment is being checked by our team. You do not need to pay again.',
    FAILED: 'The payment was not completed. You can try again.',
    FAILED_INIT: 'The payment could not be started. You can try again.',
    EXPIRED: 'The payment was not completed in time.',
    COMPLETED: 'Payment verified. Your vote has been counted.',
    DISPUTED: 'Payment verified. Your vote has been counted.',
    DUPLICATE_PAID: 'This vote was already paid. This second payment will be refunded to you.',
    LATE_PAID: 'The payment came too late, or what it was for was removed. It will be refunded to you.',
    REFUND_DUE: 'This payment will be refunded to you.',
    REFUNDING: 'This payment is being refunded to you.',
    REFUNDED: 'This payment was refunded to you.',
    REFUND_ATTENTION: 'This payment will be refunded to you. Our team is looking into it.',
    REVERSED: 'This payment was reversed, so the vote was not counted.',
  },
  reasons: {
    BALANCE: 'There is not enough balance, or a limit of the wallet or card was reached.',
    NOT_APPROVED: 'The payment was not approved in time. You can try again.',
    DECLINED: 'The payment was declined. You can try again or pay another way.',
    NO_WALLET: 'This number has no mobile-money wallet.',
    VOUCHER: 'The voucher code was not accepted. You can try again.',
  },
  /** How the payer gets to a prompt that did not pop up. */
  approve: {
    mtn: 'Approve the prompt on your phone. No prompt? Dial *170#, choose My Wallet, then My Approvals.',
    telecel: 'Approve the prompt on your phone.',
    at: 'Approve the prompt on your phone. No prompt? Dial *110# and look for pending approvals.',
  },
  /** Where the provider gives no words of its own. */
  questions: {
    send_otp: 'Enter the code that your network or bank gives you.',
    send_pin: 'Enter your PIN.',
    send_phone: 'Enter the phone number of your account.',
    send_birthday: 'Enter your date of birth.',
    send_address: 'Enter your billing address.',
  },
  openPage: 'Continue on the page of your bank.',
  processing: 'Your payment is being processed. Please keep your phone at hand.',
  unsure:
    'We are not sure whether the prompt was sent. Please look at your phone and approve it there; otherwise wait three minutes and try again.',
  received: 'Payment received. Your vote will be counted in a moment.',
  notCompleted: 'The payment was not completed. You can try again.',
  notInTime: 'The payment was not approved in time. You can try again.',
};
