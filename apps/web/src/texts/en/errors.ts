/** The client's own error texts (specification §8); every other one is the server's message. */
export const errorTexts = {
  occurred: 'An error occurred',
  network: 'Network error. Please check your connection.',
  unexpected: 'An unexpected error occurred',
  boxTitle: 'Error',
  tryAgain: 'Try again',
  pendingApprovalLog: 'Account pending approval: this is not available yet.',
  crashTitle: 'Something went wrong on this page',
  crashText: 'Nothing you did is lost on the server. Load the page again to continue.',
  reload: 'Load the page again',
};
