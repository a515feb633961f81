import type { LegalText } from './legal-text';

export const termsText: LegalText = {
  pageTitle: 'Terms of Service',
  title: 'Terms of Service',
  updated: 'In force since November 1, 2026',
  intro:
    'Abato runs the voting for contests, competitions and awards. Organisers set the contests up and answer for them; Abato takes the votes, counts them and shows the counts. These terms say what each side can rely on.',
  sections: [
    {
      id: 'who',
      title: '1. Who is who',
      paragraphs: [
        '“Organiser” is the organisation that creates a contest. “Voter” is anyone who votes. “Abato”, “we” is the operator of this service, named with its contact details at the foot of every page.',
        'The contest itself, its rules, its jury, its prizes and its outcome are the organiser’s. Public votes may be only one part of the result; the organiser says so in the contest’s description.',
      ],
    },
    {
      id: 'voting',
      title: '2. Voting',
      paragraphs: [
        'Anyone may vote while a contest is open. A phone number is needed with every vote. Free contests have a limit of votes per phone and hour, shown where you vote.',
        'A free vote counts when you see the confirmation. A paid vote counts when the payment provider confirms the payment, usually within seconds, sometimes later when a network is slow. Each vote is counted once.',
        'Votes made by programs, with phone numbers that are not yours, or bought and resold are not allowed. We may leave such votes out of the count; the organiser is told and the correction is recorded.',
      ],
    },
    {
      id: 'payments',
      title: '3. Prices and payments',
      paragraphs: [
        'Prices are in Ghana cedis (GHS) and are shown before you pay, with the total. The price at the moment you vote is the price you pay, even if the organiser changes it later. One payment can be at most GHS 10,000.',
        'Payments are made on the page of a licensed payment provider, by mobile money or card. We never see your card number or your mobile-money PIN. Nobody from Abato will ever ask for them.',
      ],
    },
    {
      id: 'refunds',
      title: '4. Refunds',
      paragraphs: [
        'A vote that was counted is not refunded, because it has already had its effect. We refund a payment that was taken but could not be counted: paid twice for the same vote, or confirmed after the contest had closed.',
        'Refunds go back the way the money came and may take some working days, depending on your network or bank. If you miss a vote you paid for, look it up under “Find my vote” and write to us with the reference.',
      ],
    },
    {
      id: 'organisers',
      title: '5. For organisers',
      paragraphs: [
        'Registrations are reviewed, usually within 24-48 hours. We may ask for documents and may refuse or end an account that gives false details or breaks these terms.',
        'You may only upload names, pictures and texts that you have the right to use, and you need the consent of the contestants you show; for children, that of their parents or guardians.',
        'Contests in which voters can win something by chance (raffles, lucky draws, betting) are not allowed on Abato.',
        'Counted votes cannot be edited or removed, by you or by us; a correction is a new, visible entry. A contest with counted votes can be closed and archived, but its books are kept.',
      ],
    },
    {
      id: 'results',
      title: '6. Results',
      paragraphs: [
        'Live counts show what has been counted so far. Votes whose payments are confirmed late may still arrive shortly after the end, as long as they were cast in time. Organisers may hide counts until their show; hidden votes are counted all the same.',
      ],
    },
    {
      id: 'availability',
      title: '7. Availability and liability',
      paragraphs: [
        'We build for the last minutes before the envelope, but networks and providers can fail. We answer for damage we cause by intent or gross negligence, and for the fees paid to us for the contest concerned. Nothing here limits rights that the law of Ghana gives you as a consumer.',
      ],
    },
    {
      id: 'law',
      title: '8. Law and changes',
      paragraphs: [
        'The law of Ghana applies; the courts in Accra decide. We announce changes of these terms on this page at least 14 days before they apply; running contests finish under the terms they started with.',
      ],
    },
  ],
};
