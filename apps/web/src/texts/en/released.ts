import { releasedDecideText } from '@abato/contracts';

/** Said beside every public ranking whose order votes decide that the organiser let in. */
export const releasedTexts = { decide: releasedDecideText };
