export { createMailTransport } from './mail/mail-transport.js';
export { MailService } from './mail/mail.service.js';
export { CodeSmsService } from './sms/code-sms.service.js';
export { createSmsTransport } from './sms/sms-transport.js';
export { SmsService } from './sms/sms.service.js';
