import { texts } from '../catalogue.js';

/** Of form fields, which the first picture of a page does without. */
export const controlTexts = texts('controls', {
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
});
