/** The shape of a policy page. */
export interface LegalText {
  pageTitle: string;
  title: string;
  updated: string;
  intro: string;
  sections: { id: string; title: string; paragraphs: string[]; items?: Readonly<Record<string, string>> }[];
}

export const legalShell = {
  contents: 'On this page',
  questions: 'Questions about this page?',
  contact: 'Contact us',
  operator: {
    title: 'Who operates Abato',
    text: 'The operator has its seat in Ghana. The company still has to confirm, before it opens to the public:',
    points: [
      'its registered name, registration number and postal address',
      'its registration with the Data Protection Commission, and who answers for data protection',
      'the licensed payment provider named in its contract, and the fees agreed with organisers',
    ],
  },
};
