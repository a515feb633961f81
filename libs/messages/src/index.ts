export {
  approvalMail,
  deletionMail,
  rejectionMail,
  resetMail,
  verificationMail,
} from './mail/mail-templates.js';
export { OutgoingMail } from './mail/outgoing-mail.js';
export {
  attentionLetter,
  disputeLetter,
  isWaitingState,
  type Letter,
  refundLetter,
} from './money-letters.js';
export { receiptLetter } from './receipt.js';
export { createSmsTransport } from './sms/sms-transport.js';
export { SmsService } from './sms/sms.service.js';
export { MailJobsModule, MessagesModule, SmsJobsModule } from './messages.module.js';
export { MailService } from './mail/mail.service.js';
