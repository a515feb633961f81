import { protectionTexts as shared } from '@abato/contracts';

export const protectionTexts = shared;
