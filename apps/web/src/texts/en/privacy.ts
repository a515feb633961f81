import type { LegalText } from './legal-text';

export const privacyText: LegalText = {
  pageTitle: 'Privacy Policy',
  title: 'Privacy Policy',
  updated: 'In force since November 1, 2026',
  intro:
    'We ask for as little as fair voting needs, keep it as briefly as the law lets us, and show it to as few people as possible. This page follows the Data Protection Act, 2012 (Act 843) of Ghana.',
  sections: [
    {
      id: 'voters',
      title: '1. When you vote',
      paragraphs: [
        'We store your phone number, how many votes you gave to whom, and when; your name and e-mail address only if you enter them; and, for free votes, a random number that stands for your browser. Phone number and browser are needed to keep to the voting limits, the phone number also to find your vote again when you ask.',
        'The entry that counts your vote names no person: your details are kept apart from it, so they can be erased and the count still stands.',
        'Free votes that look as if a machine cast them (many phones on one device, or numbers in a row from one network address) are held until the organiser has looked at them. Your network address is used for this for at most an hour, scrambled, and is not stored with your vote. Sometimes your browser has to do a second of arithmetic first: that happens here, and nobody else learns of it.',
        'Organisers see phone numbers and e-mail addresses masked, for example +233 24 *** **67. Showing one in full is possible only for a reason, and is written into a log.',
      ],
    },
    {
      id: 'payments',
      title: '2. When you pay',
      paragraphs: [
        'You pay on the payment provider’s own page. We receive the reference, the amount, the channel (mobile money or card) and whether it succeeded, never your card number or PIN. The provider handles your data under its own policy and the rules of the Bank of Ghana.',
        'If you gave no e-mail address, we pass the provider a technical address of ours, because it asks for one.',
      ],
    },
    {
      id: 'organisers',
      title: '3. When you register as an organiser',
      paragraphs: [
        'We store your name, e-mail address, phone number, ID number and your organisation’s details, to check who runs contests here. The ID number is stored encrypted and is shown to nobody but you and the administrators who review registrations.',
        'Passwords are stored only as a one-way fingerprint (argon2id). We cannot read them.',
      ],
    },
    {
      id: 'contestants',
      title: '4. When you are a contestant',
      paragraphs: [
        'Your name, picture and text were given to us by the organiser, who needs your consent. Ask the organiser, or us, to correct or remove them.',
      ],
    },
    {
      id: 'cookies',
      title: '5. Cookies and browser storage',
      paragraphs: [
        'Abato sets no cookies, and there is no advertising or tracking here. That is why no cookie banner asks you anything.',
        'If you sign in, your browser keeps the session and your name until you log out. If you vote, your browser keeps a random number, so that the limit of free votes per device can hold. If you pay, the open tab keeps the reference of that payment until it is confirmed. If you switch between light and dark colours, the choice is kept. All of this stays on your device.',
      ],
    },
    {
      id: 'retention',
      title: '6. How long we keep it',
      paragraphs: [
        'Voters’ details are erased by themselves when a contest has been over for as many months as its organiser has chosen: 6 unless the vote form says otherwise, because card payments can be disputed for some months. The counts stay; they name nobody. Records of payments are kept as long as tax law demands. Server logs with network addresses are kept for at most 30 days.',
      ],
    },
    {
      id: 'sharing',
      title: '7. Who else receives it',
      paragraphs: [
        'The payment provider (to take payments), our hosting and e-mail providers (to run the service), and authorities where the law obliges us. We sell nothing to anyone. Organisers never receive lists of phone numbers for advertising.',
      ],
    },
    {
      id: 'rights',
      title: '8. Your rights',
      paragraphs: [
        'You may ask what we hold about you, have it corrected or erased, and object to its use. Write to the address at the foot of this page; we answer within 21 days. You may also complain to the Data Protection Commission of Ghana.',
        'If your data is ever exposed, we tell you and the Commission without delay.',
      ],
    },
  ],
};
