import { protectionTexts as shared } from '@abato/contracts';
import { texts } from '../catalogue.js';

export const protectionTexts = texts('protection', { ...shared });
