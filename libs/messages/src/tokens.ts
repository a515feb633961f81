export const MAIL_TRANSPORT = Symbol('MailTransport');
export const SMS_TRANSPORT = Symbol('SmsTransport');
