const LANGUAGES = { spec: 'apps/web/src/texts/languages.spec.ts', file: 'apps/web/src/texts/catalogue.ts' };

/** Mutants of the catalogue of texts and of what other languages need. */
export const TEXTS = [
  {
    name: 'texts: the public gets the generated language',
    file: 'apps/api/src/web/developer-pages.ts',
    text: ' && !isProduction',
    replacement: ' && isProduction !== undefined',
    spec: 'apps/api/src/web/developer-pages.spec.ts',
    only: 'in production true',
  },
  {
    name: 'texts: screens that were loaded before stay English',
    text: 'for (const screen in screens) next.screen(screen, screens[screen] as object);',
    replacement: '',
    only: 'that were loaded before',
    ...LANGUAGES,
  },
  {
    name: 'texts: screens that are loaded later stay English',
    text: 'speaker?.screen(screen, english);',
    replacement: '',
    only: 'that are loaded later',
    ...LANGUAGES,
  },
  {
    name: 'texts: a screen of the USSD menu is written in code',
    file: 'libs/ussd/src/texts.ts',
    text: 't.tooLittle(money(MIN_PAYMENT_PESEWAS), least)',
    replacement: '`A payment is at least GHS 0.10. How many votes, from ${least}?`',
    spec: 'libs/ussd/src/generated-language.spec.ts',
    only: 'texts of the catalogue only',
  },
  {
    name: 'texts: a line of a mail to voters is written in code',
    file: 'libs/messages/src/receipt.ts',
    text: '    mail.team,\n',
    replacement: "    'The Abato team',\n",
    spec: 'libs/messages/src/sms/sms-texts.spec.ts',
    only: 'no mail to a voter',
  },
  {
    name: 'texts: refusals of the light page are English in every language',
    file: 'apps/api/src/light/problems.ts',
    text: 't.problems.used : toldToVoter(message)',
    replacement: 't.problems.used : message',
    spec: 'apps/api/src/light/pages/generated-language.spec.ts',
    only: 'texts of the catalogue only',
  },
  {
    name: 'texts: messages beside fields of the light page are English in every language',
    file: 'apps/api/src/light/problems.ts',
    text: 'message: toldToVoter(error.message) }',
    replacement: 'message: error.message }',
    spec: 'apps/api/src/light/pages/generated-language.spec.ts',
    only: 'texts of the catalogue only',
  },
  {
    name: 'texts: refusals by USSD are English in every language',
    file: 'libs/ussd/src/texts.ts',
    text: 'plain(toldToVoter(message))',
    replacement: 'plain(message)',
    spec: 'test/api/generated-language.spec.ts',
    served: true,
    only: 'every screen of a vote by USSD',
  },
];
