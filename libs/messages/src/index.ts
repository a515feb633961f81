export { approvalLetter, deletionLetter, rejectionLetter, resetLetter } from './mail/mail-templates.js';
export { OutgoingMail } from './mail/outgoing-mail.js';
export { receiptLetter } from './receipt.js';
export { createSmsTransport } from './sms/sms-transport.js';
export { SmsService } from './sms/sms.service.js';
export { MessageJobsModule, MessagesModule } from './messages.module.js';
