/** Of form fields, which the first picture of a page does without. */
export const controlTexts = {
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
};
