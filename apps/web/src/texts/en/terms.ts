import type { LegalText } from './legal-text';

export const termsText: LegalText = {
  pageTitle: 'Terms of Service',
  title: 'Terms of Service',
  updated: 'Version of November 21, 2026. To be confirmed by the company before it applies.',
  intro:
    'Abato runs the voting for contests, competitions and awards. Organisers set the contests up and answer for them; Abato takes the votes, counts them and shows the counts. These terms say what each side can rely on, in plain words.',
  sections: [
    {
      id: 'who',
      title: '1. Who is who',
      paragraphs: [
        '“Organiser” is the organisation that creates a contest; it is named as host on the contest’s page. “Voter” is anyone who votes. “Abato”, “we” is the operator of this service, described at the end of this page.',
        'The contest itself, its rules, its jury, its prizes and its outcome are the organiser’s. Public votes may be only one part of the result; the organiser has to say so in the contest’s description.',
      ],
    },
    {
      id: 'voting',
      title: '2. Voting',
      paragraphs: [
        'Anyone may vote while a contest is open; no account is needed. A phone number is needed with every vote; name and e-mail address are up to you. Free contests have a limit of votes per phone number and hour, shown where you vote.',
        'A free vote counts when you see the confirmation. A paid vote counts when the payment provider confirms the payment: usually within seconds, sometimes later when a network is slow. Each vote is counted once, however often a button is pressed or a page is loaded again.',
        'A contest takes votes from its start until its end, Ghana time. Organisers may pause a contest, change its dates or end it early; the page then says so, and takes no votes.',
        'Votes made by programs, with phone numbers that are not yours, or bought and resold are not allowed. To keep them out, a vote may need an extra check, or be held until the organiser has looked at it. Votes that break these rules may be left out of the count, as a correction that is recorded.',
      ],
    },
    {
      id: 'payments',
      title: '3. Prices and payments',
      paragraphs: [
        'Prices are in Ghana cedis (GHS) and are shown before you pay, with the total. The price at the moment you vote is the price you pay, even if the organiser changes it later. One payment is at least GHS 0.10 and at most GHS 10,000; your wallet may have lower limits of its own.',
        'You pay on the page of a licensed payment provider, by mobile money or card, or by approving a request on your phone. We never see your card number or your mobile-money PIN. Abato will never ask for them, on the phone, by message or on this site.',
        'After paying you get a reference and a receipt code. Keep them: with the reference and your phone number you can look your vote up at any time under “Find my vote”.',
      ],
    },
    {
      id: 'refunds',
      title: '4. Refunds',
      paragraphs: [
        'A vote that was counted is not refunded, because it has already had its effect. A payment that was taken but could not be counted is refunded, without your asking: when the same vote was paid twice, or when it was paid after the contest had ended. A request on your phone that was sent before the end may be approved until 60 seconds after it.',
        'If the amount taken is not the amount asked, the payment is held and looked at by a person before anything is counted or refunded.',
        'Refunds go back the way the money came and may take some working days, depending on your network or bank. If you miss a vote you paid for, look it up under “Find my vote” and write to us with the reference. When a bank takes a payment back before results are final, the votes it paid for are taken out of the count, as a correction that is recorded.',
      ],
    },
    {
      id: 'organisers',
      title: '5. For organisers',
      paragraphs: [
        'Registrations are reviewed, usually within 24-48 hours. We may ask for documents, and may refuse or end an account that gives false details or breaks these terms. Until the approval an account can do nothing but see its own status.',
        'You may only upload names, pictures and texts that you have the right to use, and you need the consent of the contestants you show; for children, that of their parents or guardians.',
        'Contests in which voters can win something by chance (raffles, lucky draws, betting) are not allowed on Abato: in Ghana they are the National Lottery Authority’s.',
        'Counted votes cannot be edited or removed, by you or by us; a correction is a new entry that stays visible. Votes received in cash are entered with a reason and stay marked as manual. When a contest is deleted it is no longer shown to anyone, but the books of its votes and payments are kept.',
        'Voters’ phone numbers and e-mail addresses are shown masked. You may show one in full only for a reason that concerns that vote; each time is written to a log. You may not use them for advertising.',
        'Fees and the payout of your revenue are agreed in your contract with us. What the screens show as revenue is what voters paid, before fees.',
      ],
    },
    {
      id: 'results',
      title: '6. Results',
      paragraphs: [
        'Live counts show what has been counted so far. Votes cast in time whose payments are confirmed late may still arrive after the end. Organisers may hide counts until their show; hidden votes are counted all the same.',
        'If you doubt a count, write to us. Every counted vote is an entry in a ledger that is only ever added to, and every total can be worked out from it again.',
      ],
    },
    {
      id: 'availability',
      title: '7. Availability and liability',
      paragraphs: [
        'We build for the last minutes before the envelope, but networks and providers can fail. We answer for damage we cause by intent or gross negligence, and otherwise up to the fees paid to us for the contest concerned. Nothing here limits rights that the law of Ghana gives you as a consumer.',
      ],
    },
    {
      id: 'complaints',
      title: '8. Complaints',
      paragraphs: [
        'Complaints about the rules, the jury or the prizes of a contest go to its organiser; those about a vote, a payment or this site to us. We answer within one working day and tell you what happens next.',
      ],
    },
    {
      id: 'law',
      title: '9. Law and changes',
      paragraphs: [
        'The law of Ghana applies; the courts in Accra decide. We announce changes of these terms on this page at least 14 days before they apply; running contests finish under the terms they started with.',
      ],
    },
  ],
};
