/** The shape of a policy page. */
export interface LegalText {
  pageTitle: string;
  title: string;
  updated: string;
  intro: string;
  sections: { id: string; title: string; paragraphs: string[] }[];
}

export const legalShell = {
  contents: 'On this page',
  questions: 'Questions about this page?',
};
