import type { StoredItem } from '@/lib/stored-items';
import type { LegalText } from './legal-text';

/** What each item holds, and until when. */
const stored: Record<StoredItem, string> = {
  token: 'If you sign in: the session. Until you log out; it is of no use after 12 hours.',
  user: 'If you sign in: your name, e-mail address and role, to greet you. Until you log out.',
  keptForm:
    'What an organiser typed into a new contest, until it is saved, a week has passed or the organiser logs out.',
  deviceTokens:
    'If you sign in: that this device has signed in before, so that wrong passwords of strangers do not lock you out. Until you log out.',
  device:
    'If you vote: a random number, so that the limit of free votes per device can hold. It names no person.',
  browserToken:
    'If you vote: a token that says when this site gave it out, so that browsers can be told from programs. 180 days.',
  voterTokens:
    'If you confirmed a phone number: that this browser may vote with it in one contest. It holds no number. Until it has expired.',
  receipts:
    'If you vote: the signed receipts of your last 200 counted votes, which name contest and code, not you and not your choice.',
  stageRemote: 'If this device steers a stage: its session. Until the organiser ends it.',
  theme: 'The choice between light and dark colours.',
  pendingPayment:
    'If you pay on the provider’s page: reference, contest, contestant, votes and amount, in this tab until the payment is confirmed.',
  voteAgain:
    'With it: for whom and how many votes, to try again after a payment that failed. In this tab until the payment is confirmed.',
  openWrites:
    'For what you have sent and whose answer has not arrived: the key by which our server knows it again, beside a scrambled mark of what it was. In this tab until the answer is known.',
  draft:
    'If your session ends while you fill in a form: what you typed, never a password. In this tab until you have signed in again.',
  reloaded: 'When this tab last loaded a newer version of the app.',
  abato_light:
    'A cookie of the light page, which cannot use the other storage: the random number and the token described above. 180 days.',
  abato_proof:
    'A cookie of the light page for one contest: which confirmed numbers may vote. It holds no number, and ends with the contest.',
  app: 'The app’s own code and pictures, to open without a connection.',
};

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
        'In elections with a list of voters, no organiser and no super admin is shown for whom you voted, and no name or e-mail address is stored with a ballot. Who voted is listed without times after the end. Your vote stays tied to your number in our database, because you may change it, until your details are erased.',
        'Free votes that look as if a machine cast them (many phones on one device, numbers in a row from one network address, very many from senders that show no token of a browser, or far more new voters than a contest usually has) are held or asked to confirm the phone number first; held ones wait until the organiser has looked at them. Your network address is used for this for at most an hour, scrambled, and is not stored with your vote. What is stored, and erased with your number, is a scrambled name of the network of many addresses that it belongs to, and how long we had known your browser, so that the organiser can take invented votes out of the count. Sometimes your browser has to do a second of arithmetic first: your browser and our servers do this alone, and no other company learns of it.',
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
        'So that the app opens without a connection, your browser keeps its code, but no counts and no personal data. All that is kept stays on your device. It is this and nothing else, by the name under which your browser shows it:',
      ],
      items: stored,
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
