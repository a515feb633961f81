export {
  approvalMail,
  cashWaitsMail,
  deletionMail,
  manyRevealsMail,
  rejectionMail,
  resetMail,
  surgeMail,
  verificationMail,
} from './mail/mail-templates.js';
export { OutgoingMail, writeMails } from './mail/outgoing-mail.js';
export {
  accountLetter,
  type AccountNotice,
  attentionLetter,
  disputeLetter,
  disputeReminderLetter,
  isWaitingState,
  type Letter,
  type RefundAnswer,
  refundDecisionLetter,
  type RefundEvent,
  refundLetter,
  refundRequestLetter,
} from './money-letters.js';
export { receiptLetter } from './receipt.js';
export { CodeSmsService, verificationCode } from './sms/code-sms.service.js';
export { SmsReports } from './sms/delivery-reports.js';
export { createSmsTransport } from './sms/sms-transport.js';
export { SmsService } from './sms/sms.service.js';
export { MESSAGE_JOBS, MessagesModule, SmsReportsModule } from './messages.module.js';
export { createMailTransport } from './mail/mail-transport.js';
export { MailService } from './mail/mail.service.js';
export { failureReason, paymentMessage, plainReason } from './payment-messages.js';
