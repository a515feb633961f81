import { holdReasonTexts } from './en/hold-reasons.js';
import { lightTexts } from './en/light.js';
import { paymentStepTexts } from './en/payment-steps.js';
import { payerTexts } from './en/payer.js';
import { protectionTexts } from './en/protection.js';
import { refusalTexts } from './en/refusals.js';
import { mailTexts } from './en/mail.js';
import { smsTexts } from './en/sms.js';
import { ussdTexts } from './en/ussd.js';
import { releasedDecideText, voteDecisionReason, voteDecisionTexts } from './en/vote-decisions.js';

export { grouped, plural } from './plural.js';
export { smsParts } from './sms-length.js';
export {
  holdReasonTexts,
  lightTexts,
  mailTexts,
  payerTexts,
  paymentStepTexts,
  protectionTexts,
  refusalTexts,
  releasedDecideText,
  smsTexts,
  ussdTexts,
  voteDecisionReason,
  voteDecisionTexts,
};
