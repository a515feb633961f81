import { DEMO_AWARDS } from './awards.data.js';
import type { DemoContest } from './demo-contest.js';

/** Invented contests, categories and people: any likeness to real ones is chance. */
export const DEMO_CONTESTS: readonly DemoContest[] = [
  ...DEMO_AWARDS,
  {
    slug: 'northern-stars',
    owner: 'organiser',
    host: {
      name: 'Northern Stars Foundation',
      email: 'stars@northernstars.test',
      description: 'Talent from five northern regions, on one stage.',
    },
    title: 'Northern Stars Talent Hunt',
    description:
      'Six weeks of auditions, one final in Tamale. Voting has ended; thank you for carrying them this far.',
    startsIn: -60,
    endsIn: -6,
    pricePesewas: 200,
    status: 'ENDED',
    showResults: true,
    colours: ['#12305c', '#e8862e'],
    casts: 700,
    categories: [
      {
        name: 'Dance',
        description: 'Traditional and street.',
        contestants: [
          ['Bamaaya Brothers', 'Three brothers, thirty bells.'],
          ['Lariba & Co', 'Contemporary with a takai step.'],
          ['Savannah Flex', 'A crew from Bolgatanga that practises on a roof.'],
        ],
      },
      {
        name: 'Spoken Word',
        description: 'Four minutes and a microphone.',
        contestants: [
          ['Wunpini Speaks', 'Poems in Dagbani about buses and mothers.'],
          ['Felix Ayariga', 'Won the school slam three times in a row.'],
          ['Mariam of Navrongo', 'Quiet voice, long echo.'],
        ],
      },
    ],
  },
  {
    slug: 'accra-tech',
    owner: 'organiser',
    host: {
      name: 'Accra Builders Guild',
      email: 'guild@accrabuilders.test',
      description: 'Engineers, designers and the people who fix the printers.',
    },
    title: 'Accra Builders Awards',
    description: 'A draft: categories are being filled, voting has not been announced.',
    startsIn: 7,
    endsIn: 35,
    pricePesewas: 100,
    status: 'DRAFT',
    showResults: true,
    colours: ['#1c1c3a', '#4fb286'],
    casts: 0,
    categories: [
      {
        name: 'Open Source Hero',
        description: 'Code that others build on.',
        contestants: [['Kwaku Darkwa', 'Maintains a library that half the fintechs of the city use.']],
      },
    ],
  },
  {
    slug: 'peoples-voice',
    owner: 'superAdmin',
    host: {
      name: 'Abato Community',
      email: 'community@abato.test',
      description: 'Contests run by the platform itself.',
    },
    title: 'People’s Voice: Name of the New Bridge',
    description:
      'The town asked, you answer: what shall the new foot bridge be called? Free, one of the simplest contests there is.',
    startsIn: -2,
    endsIn: 30,
    pricePesewas: 0,
    status: 'ACTIVE',
    showResults: true,
    colours: ['#274690', '#9ad0ec'],
    casts: 240,
    categories: [
      {
        name: 'The Name',
        description: 'Pick one.',
        contestants: [
          ['Nkonyaa Bridge', 'After the old ferry landing.'],
          ['Sankofa Crossing', 'Because we cross it to go back home.'],
          ['Unity Steps', 'Two neighbourhoods, one bridge.'],
        ],
      },
    ],
  },
  {
    slug: 'harmattan-film',
    owner: 'organiser',
    host: {
      name: 'Harmattan Film Week',
      email: 'jury@harmattanfilm.test',
      description: 'Short films from the Sahel to the coast, shown outdoors in Wa every December.',
    },
    title: 'Harmattan Audience Award',
    description:
      'The audience chooses its short film of the year. Voting is free, and each phone number is confirmed once by a code sent as SMS, so that every vote belongs to a real phone.',
    // The first of the open ones to begin: lists show it after the contests that ask for nothing.
    startsIn: -30,
    endsIn: 25,
    pricePesewas: 0,
    status: 'ACTIVE',
    showResults: true,
    verifiedPhones: true,
    colours: ['#3b2a5c', '#e6a15c'],
    casts: 180,
    categories: [
      {
        name: 'Short Film',
        description: 'Up to fifteen minutes.',
        contestants: [
          ['Dust Season', 'A postman, three villages, one letter. Directed by Memunatu Sulemana.'],
          ['The Last Ferry to Dambai', 'Shot in one night on the lake. Directed by Kwame Atiemo.'],
          ['Grandmother Codes', 'A documentary about a seventy-year-old learner. Directed by Akos Dzidula.'],
        ],
      },
    ],
  },
];
