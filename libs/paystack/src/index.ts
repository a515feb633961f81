export type * as Provider from './answers.js';
export { ProviderError } from './errors.js';
export { PaystackClient } from './paystack-client.js';
export { createPaystackClient, PaystackModule } from './paystack.module.js';
export type { PaymentProof } from './transactions.js';
export { isSignedByProvider, parseWebhook } from './webhook.js';
