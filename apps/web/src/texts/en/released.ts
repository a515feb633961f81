import { releasedDecideText } from '@abato/contracts';
import { texts } from '../catalogue.js';

/** Said beside every public ranking whose order votes decide that the organiser let in. */
export const releasedTexts = texts('released', { decide: releasedDecideText });
