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
  accountMail,
  type AccountNotice,
  attentionMail,
  disputeMail,
  disputeReminderMail,
  isWaitingState,
  type MailText,
  type RefundAnswer,
  refundDecisionMail,
  type RefundEvent,
  refundMail,
  refundRequestMail,
} from './money-mails.js';
export { receiptMail } from './receipt.js';
export { verificationCode } from './sms/code-sms.service.js';
export { SmsReports } from './sms/delivery-reports.js';
export { MESSAGE_JOBS, MessagesModule, SmsReportsModule } from './messages.module.js';
export { failureReason, paymentMessage, plainReason } from './payment-messages.js';
