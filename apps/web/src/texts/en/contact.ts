export const contactTexts = {
  pageTitle: 'Contact',
  title: 'Contact us',
  lead: 'We answer within one working day. While your final is on, call.',
  email: 'Email',
  phone: 'Phone',
  city: 'Office',
  help: 'What helps us help you',
  topics: [
    {
      title: 'A vote or a payment',
      text: 'Look it up first: in most cases the answer is there. If it is not, send us the payment reference and the phone number you voted with. Never send a PIN or a card number.',
      link: { to: '/find-my-vote', label: 'Find my vote' },
    },
    {
      title: 'Organising a contest',
      text: 'Tell us the name of your organisation and when your event is. If your registration waits for approval, it usually takes 24 to 48 hours.',
      link: { to: '/register', label: 'Register' },
    },
    {
      title: 'Something is not fair',
      text: 'Send us the link of the contest and what you saw: votes that look bought, a contestant shown without consent, or a contest that breaks our terms.',
      link: { to: '/terms', label: 'Terms of Service' },
    },
    {
      title: 'Your data',
      text: 'Ask what we hold about you, or have it corrected or erased. We answer within 21 days.',
      link: { to: '/privacy', label: 'Privacy Policy' },
    },
  ],
};
