import type { LegalText } from './legal-text';

export const privacyText: LegalText = {
  pageTitle: 'Privacy Policy',
  title: 'Privacy Policy',
  updated: 'Version of November 21, 2026. To be confirmed by the company before it applies.',
  intro:
    'We ask for as little as fair voting needs, keep it as briefly as we can, and show it to as few people as possible. This page follows the Data Protection Act, 2012 (Act 843) of Ghana.',
  sections: [
    {
      id: 'voters',
      title: '1. When you vote',
      paragraphs: [
        'We store your phone number, how many votes you gave to whom, and when; your name and e-mail address only if you enter them; and, for free votes, a random number that stands for your browser. Phone number and browser are needed to keep to the voting limits, the phone number also to find your vote again when you ask.',
        'The entry that counts your vote names no person: your details are kept apart from it, so they can be erased and the count still stands.',
        'Organisers see phone numbers and e-mail addresses masked, for example +233 24 *** **67. Showing one in full is possible only one by one, and each time is written to a log with who did it.',
        'Free votes that look as if a machine cast them (many phones on one device, numbers in a row from one network address, or very many from senders that show no token of a browser) are held until the organiser has looked at them. Your network address is used for this for at most an hour, scrambled, and is not stored with your vote. Sometimes your browser has to do a second of arithmetic first: your browser and our servers do this alone, and no other company learns of it.',
      ],
    },
    {
      id: 'payments',
      title: '2. When you pay',
      paragraphs: [
        'You pay on the payment provider’s own page, or approve a request on your phone. We receive the reference, the amount, the channel (mobile money or card), the mobile number asked to pay, and whether it succeeded: never your card number or PIN. The provider handles your data under its own policy and the rules of the Bank of Ghana.',
        'If you gave no e-mail address, we pass the provider a technical address of ours, because it asks for one. If you gave one, your receipt goes there.',
      ],
    },
    {
      id: 'organisers',
      title: '3. When you register as an organiser',
      paragraphs: [
        'We store your name, e-mail address, phone number, ID number and your organisation’s details, to check who runs contests here. The ID number is stored encrypted and is shown to you and, when they check who you are, to our super admins; each such look is recorded. Your organisation’s name, logo and description are public with your contests.',
        'Passwords are stored only as a one-way fingerprint (argon2id). We cannot read them.',
      ],
    },
    {
      id: 'contestants',
      title: '4. When you are a contestant',
      paragraphs: [
        'Your name, picture and text were given to us by the organiser, who needs your consent (for children, that of their parents or guardians). Pictures are made anew when they are uploaded: the place and device that a phone writes into a picture are not kept. Ask the organiser, or us, to correct or remove what is shown of you.',
      ],
    },
    {
      id: 'cookies',
      title: '5. Cookies and browser storage',
      paragraphs: [
        'The app sets no cookies, and there is no advertising or tracking here. That is why no cookie banner asks you anything. The light page for slow connections cannot use the browser’s storage: it sets one cookie with the random number described below, and one that says for one contest which phone numbers were confirmed by SMS. It holds no number, and ends with the contest.',
        'If you sign in, your browser keeps the session and your name until you log out. If you vote, your browser keeps a random number, so that the limit of free votes per device can hold, and a token that says when this site gave it out, so that browsers can be told from programs. If you pay, the open tab keeps the reference of that payment until it is confirmed. If an answer gets lost on the way, the open tab keeps a random number by which it asks what became of what you sent, until it knows. If your session ends while you fill in a form, the open tab keeps what you typed, never a password. What an organiser types into a new contest is kept until it is saved or the organiser logs out. If you switch between light and dark colours, the choice is kept. So that the app opens without a connection, your browser keeps its code, but no counts and no personal data. All of this stays on your device.',
      ],
    },
    {
      id: 'retention',
      title: '6. How long we keep it',
      paragraphs: [
        'Voters’ details are erased by themselves when a contest has been over for as many months as its organiser has chosen: 6 unless the vote form says otherwise, because card payments can be disputed for some months. The counts stay; they contain no names. Records of payments are kept as long as tax law demands. Server logs hold no names, phone numbers or e-mail addresses; those with network addresses are kept for at most 30 days.',
        'When an organiser’s account is deleted, its personal data is removed; the books of its contests are kept without it.',
      ],
    },
    {
      id: 'sharing',
      title: '7. Who else receives it',
      paragraphs: [
        'The payment provider (to take payments), our hosting and e-mail providers (to run the service), and authorities where the law obliges us. We sell nothing to anyone. Organisers never receive lists of phone numbers: what they export is masked, too.',
      ],
    },
    {
      id: 'rights',
      title: '8. Your rights',
      paragraphs: [
        'You may ask what we hold about you, have it corrected or erased, and object to its use. Write to the address below; we answer within 21 days. To find your votes we need the phone number they were cast with, and will make sure that it is yours. You may also complain to the Data Protection Commission of Ghana.',
        'If your data is ever exposed, we tell you and the Commission without delay.',
      ],
    },
  ],
};
