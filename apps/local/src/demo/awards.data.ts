import type { DemoContest } from './demo-contest.js';

/** Invented awards, pageants and prizes, with their people: any likeness to real ones is chance. */
export const DEMO_AWARDS: readonly DemoContest[] = [
  {
    slug: 'volta-music-awards',
    owner: 'organiser',
    host: {
      name: 'Volta Sound Academy',
      email: 'hello@voltasound.test',
      description: 'We have celebrated the musicians of the Volta basin since 2011, from borborbor to drill.',
    },
    title: 'Volta Music Awards 2026',
    description:
      'Eleven regions, four nights, one stage by the lake. Vote for the artistes who carried your year. Each vote costs GHS 1.00, and every cedi is shown in the open books after the gala in Ho.',
    startsIn: -12,
    endsIn: 16,
    pricePesewas: 100,
    status: 'ACTIVE',
    showResults: true,
    colours: ['#5b1a4a', '#f2a33a'],
    casts: 900,
    categories: [
      {
        name: 'Artiste of the Year',
        description: 'The musician who moved the most hearts on stage and on record.',
        contestants: [
          [
            'Sena Blu',
            'Highlife with a jazz heart; her album “Lake Light” stayed on the radio for thirty weeks.',
          ],
          ['Kojo Tempo', 'Producer turned singer, known for live shows that end when the generator does.'],
          ['Mawuena', 'Sings in Ewe, Twi and French, often in the same verse.'],
          ['Yaw Sunrise', 'Afropop for the early bus: bright horns, honest stories.'],
          ['The Akosombo Five', 'Five friends, one dam town, and the tightest rhythm section of the year.'],
        ],
      },
      {
        name: 'New Act of the Year',
        description: 'First single out in the last eighteen months.',
        contestants: [
          [
            'Dzifa Star',
            'Recorded her first song on a phone in Kpando; two million streams later she has not stopped.',
          ],
          ['Nii Echo', 'Jamestown rap over kpanlogo drums.'],
          ['Adwoa Pearl', 'A voice between gospel and soul, discovered at a wedding.'],
          ['Rashid Moon', 'From Tamale with a kologo and a loop pedal.'],
        ],
      },
      {
        name: 'Gospel Song of the Year',
        description: 'The song that filled the pews.',
        contestants: [
          ['Grace Amponsah – “Still Here”', 'A quiet song that became the loudest chorus in church.'],
          ['Voices of Keta – “Shoreline”', 'A choir of forty, recorded in one take by the sea.'],
          ['Minister Elorm – “Overflow”', 'Eleven minutes long, and audiences still ask for more.'],
        ],
      },
    ],
  },
  {
    slug: 'campus-choice',
    owner: 'organiser',
    host: {
      name: 'Campus Choice Ghana',
      email: 'team@campuschoice.test',
      description: 'Run by students of six universities. Voting is free.',
    },
    title: 'Campus Choice Awards',
    description:
      'The people who made this academic year: lecturers who stayed after class, founders in hostel rooms, captains, cooks. Free to vote, ten votes an hour for each phone.',
    startsIn: -5,
    endsIn: 9,
    pricePesewas: 0,
    status: 'ACTIVE',
    showResults: true,
    colours: ['#0d4d3c', '#d9c24a'],
    casts: 1400,
    categories: [
      {
        name: 'Lecturer of the Year',
        description: 'Clear, fair, and funny before nine in the morning.',
        contestants: [
          [
            'Dr. Esi Turkson',
            'Teaches statistics with market prices and wins over students who feared numbers.',
          ],
          ['Prof. Kwabena Osei-Tutu', 'Forty years of history, no slides, full halls.'],
          ['Dr. Fatimata Alhassan', 'Brought the soil laboratory to the farms.'],
          ['Mr. Delali Agbenu', 'Answers e-mails, even in the vacation.'],
        ],
      },
      {
        name: 'Student Founder',
        description: 'A business that started between two lectures.',
        contestants: [
          ['Akua Nyarko – FreshPad', 'Laundry by bicycle: three halls, forty customers a day.'],
          ['Ibrahim Tanko – SolarTrot', 'Phone charging stations at trotro stops.'],
          ['Selorm Attipoe – KenteByte', 'Teaches girls to code with weaving patterns.'],
        ],
      },
      {
        name: 'Sports Person of the Year',
        description: 'On the track, the pitch or the court.',
        contestants: [
          ['Naa Korkor Lamptey', '400 m in 52.1 seconds, and a degree in nursing.'],
          ['Emmanuel Wiafe', 'Goalkeeper; eleven matches without a goal against.'],
          ['Hajara Issah', 'Captain of the volleyball team that came back from two sets down.'],
          ['Paa Kwesi Bentil', 'Chess counts, say four hundred signatures.'],
        ],
      },
    ],
  },
  {
    slug: 'golden-coast',
    owner: 'organiser',
    host: {
      name: 'Golden Coast Pageants',
      email: 'crown@goldencoast.test',
      description: 'A pageant about enterprise and heritage, held every year in Cape Coast.',
    },
    title: 'Golden Coast Queen 2026',
    description:
      'Eight finalists, one crown, and a year of work for the towns they come from. Results stay sealed until the final night: your vote counts, the ranking is a surprise.',
    startsIn: -20,
    endsIn: 4,
    pricePesewas: 50,
    status: 'ACTIVE',
    showResults: false,
    colours: ['#7a1f1f', '#f4c95d'],
    casts: 500,
    categories: [
      {
        name: 'The Crown',
        description: 'One vote, fifty pesewas.',
        contestants: [
          ['Ama Serwaa Quaye', 'Cape Coast. Runs a reading club under a mango tree.'],
          ['Nafisa Abdulai', 'Wa. Shea butter entrepreneur with nine employees.'],
          ['Esther Mensima', 'Axim. Marine biologist, patient with crabs.'],
          ['Gifty Dogbe', 'Aflao. Border trader and mediator in three languages.'],
          ['Priscilla Owusu-Afriyie', 'Obuasi. Welder; made her own trophy cabinet.'],
          ['Zeinab Seidu', 'Yendi. Teaches football to girls of twelve villages.'],
        ],
      },
    ],
  },
  {
    slug: 'taste-of-kumasi',
    owner: 'organiser',
    host: {
      name: 'Taste of Kumasi',
      email: 'table@tasteofkumasi.test',
      description: 'The food festival of the Garden City.',
    },
    title: 'Taste of Kumasi: People’s Plate',
    description:
      'Which chop bar, which waakye, which kelewele after midnight? Paused while the festival moves to its new grounds.',
    startsIn: -8,
    endsIn: 21,
    pricePesewas: 0,
    status: 'PAUSED',
    showResults: true,
    colours: ['#8a3b12', '#ffd27a'],
    casts: 320,
    categories: [
      {
        name: 'Best Waakye',
        description: 'With or without gari: you decide.',
        contestants: [
          ['Auntie Memuna, Asafo', 'Opens at five, sold out at nine.'],
          ['Waakye Republic, Tech Junction', 'Queue number 214 is not a bad sign.'],
          ['Mama Dee, Bantama', 'The shito is a family secret since 1987.'],
        ],
      },
      {
        name: 'Late-Night Kelewele',
        description: 'After ten in the evening.',
        contestants: [
          ['Bro Ebo’s Corner', 'Ginger first, questions later.'],
          ['Sister Afia, Kejetia', 'By lamp light, wrapped in yesterday’s news.'],
        ],
      },
    ],
  },
];
