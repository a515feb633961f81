/** A contest of the demo. */
export interface DemoContest {
  slug: string;
  /** An organiser unless it says otherwise. */
  owner?: 'superAdmin';
  host: { name: string; email: string; description: string };
  title: string;
  description: string;
  /** Begin and end in days from now. */
  days: [number, number];
  pricePesewas: number;
  status: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ENDED';
  hidesResults?: true;
  /** Free votes count from proven numbers only; the code is in the simulator's SMS inbox. */
  verifiedPhones?: true;
  /** Two colours of the banner. */
  colours: [string, string];
  /** About how many casts stand in the books already. */
  casts: number;
  categories: DemoCategory[];
}

interface DemoCategory {
  name: string;
  description: string;
  contestants: { name: string; bio: string }[];
}

/** A line is `name | description`: a category's, and below it, further to the right, its contestants'. */
function categories(text: string): DemoCategory[] {
  const found: DemoCategory[] = [];
  for (const line of text.split('\n').filter((one) => one.trim())) {
    const [name = '', description = ''] = line.trim().split(' | ');
    if (line.startsWith(' '.repeat(8))) found.at(-1)?.contestants.push({ name, bio: description });
    else found.push({ name, description, contestants: [] });
  }
  return found;
}

/** Invented contests, categories and people: any likeness to real ones is chance. */
export const DEMO_CONTESTS: readonly DemoContest[] = [
  {
    slug: 'volta-music-awards',
    host: {
      name: 'Volta Sound Academy',
      email: 'hello@voltasound.test',
      description: 'We have celebrated the musicians of the Volta basin since 2011, from borborbor to drill.',
    },
    title: 'Volta Music Awards 2026',
    description:
      'Eleven regions, four nights, one stage by the lake. Vote for the artistes who carried your year. Each vote costs GHS 1.00, and every cedi is shown in the open books after the gala in Ho.',
    days: [-12, 16],
    pricePesewas: 100,
    status: 'ACTIVE',
    casts: 900,
    colours: ['#5b1a4a', '#f2a33a'],
    categories: categories(`
      Artiste of the Year | The musician who moved the most hearts on stage and on record.
        Sena Blu | Highlife with a jazz heart; her album “Lake Light” stayed on the radio for thirty weeks.
        Kojo Tempo | Producer turned singer, known for live shows that end when the generator does.
        Mawuena | Sings in Ewe, Twi and French, often in the same verse.
        Yaw Sunrise | Afropop for the early bus: bright horns, honest stories.
        The Akosombo Five | Five friends, one dam town, and the tightest rhythm section of the year.
      New Act of the Year | First single out in the last eighteen months.
        Dzifa Star | Recorded her first song on a phone in Kpando; two million streams later she has not stopped.
        Nii Echo | Jamestown rap over kpanlogo drums.
        Adwoa Pearl | A voice between gospel and soul, discovered at a wedding.
        Rashid Moon | From Tamale with a kologo and a loop pedal.
      Gospel Song of the Year | The song that filled the pews.
        Grace Amponsah – “Still Here” | A quiet song that became the loudest chorus in church.
        Voices of Keta – “Shoreline” | A choir of forty, recorded in one take by the sea.
        Minister Elorm – “Overflow” | Eleven minutes long, and audiences still ask for more.
    `),
  },
  {
    slug: 'campus-choice',
    host: {
      name: 'Campus Choice Ghana',
      email: 'team@campuschoice.test',
      description: 'Run by students of six universities. Voting is free.',
    },
    title: 'Campus Choice Awards',
    description:
      'The people who made this academic year: lecturers who stayed after class, founders in hostel rooms, captains, cooks. Free to vote, ten votes an hour for each phone.',
    days: [-5, 9],
    pricePesewas: 0,
    status: 'ACTIVE',
    casts: 1400,
    colours: ['#0d4d3c', '#d9c24a'],
    categories: categories(`
      Lecturer of the Year | Clear, fair, and funny before nine in the morning.
        Dr. Esi Turkson | Teaches statistics with market prices and wins over students who feared numbers.
        Prof. Kwabena Osei-Tutu | Forty years of history, no slides, full halls.
        Dr. Fatimata Alhassan | Brought the soil laboratory to the farms.
        Mr. Delali Agbenu | Answers e-mails, even in the vacation.
      Student Founder | A business that started between two lectures.
        Akua Nyarko – FreshPad | Laundry by bicycle: three halls, forty customers a day.
        Ibrahim Tanko – SolarTrot | Phone charging stations at trotro stops.
        Selorm Attipoe – KenteByte | Teaches girls to code with weaving patterns.
      Sports Person of the Year | On the track, the pitch or the court.
        Naa Korkor Lamptey | 400 m in 52.1 seconds, and a degree in nursing.
        Emmanuel Wiafe | Goalkeeper; eleven matches without a goal against.
        Hajara Issah | Captain of the volleyball team that came back from two sets down.
        Paa Kwesi Bentil | Chess counts, say four hundred signatures.
    `),
  },
  {
    slug: 'golden-coast',
    host: {
      name: 'Golden Coast Pageants',
      email: 'crown@goldencoast.test',
      description: 'A pageant about enterprise and heritage, held every year in Cape Coast.',
    },
    title: 'Golden Coast Queen 2026',
    description:
      'Eight finalists, one crown, and a year of work for the towns they come from. Results stay sealed until the final night: your vote counts, the ranking is a surprise.',
    days: [-20, 4],
    pricePesewas: 50,
    status: 'ACTIVE',
    hidesResults: true,
    casts: 500,
    colours: ['#7a1f1f', '#f4c95d'],
    categories: categories(`
      The Crown | One vote, fifty pesewas.
        Ama Serwaa Quaye | Cape Coast. Runs a reading club under a mango tree.
        Nafisa Abdulai | Wa. Shea butter entrepreneur with nine employees.
        Esther Mensima | Axim. Marine biologist, patient with crabs.
        Gifty Dogbe | Aflao. Border trader and mediator in three languages.
        Priscilla Owusu-Afriyie | Obuasi. Welder; made her own trophy cabinet.
        Zeinab Seidu | Yendi. Teaches football to girls of twelve villages.
    `),
  },
  {
    slug: 'taste-of-kumasi',
    host: {
      name: 'Taste of Kumasi',
      email: 'table@tasteofkumasi.test',
      description: 'The food festival of the Garden City.',
    },
    title: 'Taste of Kumasi: People’s Plate',
    description:
      'Which chop bar, which waakye, which kelewele after midnight? Paused while the festival moves to its new grounds.',
    days: [-8, 21],
    pricePesewas: 0,
    status: 'PAUSED',
    casts: 320,
    colours: ['#8a3b12', '#ffd27a'],
    categories: categories(`
      Best Waakye | With or without gari: you decide.
        Auntie Memuna, Asafo | Opens at five, sold out at nine.
        Waakye Republic, Tech Junction | Queue number 214 is not a bad sign.
        Mama Dee, Bantama | The shito is a family secret since 1987.
      Late-Night Kelewele | After ten in the evening.
        Bro Ebo’s Corner | Ginger first, questions later.
        Sister Afia, Kejetia | By lamp light, wrapped in yesterday’s news.
    `),
  },
  {
    slug: 'northern-stars',
    host: {
      name: 'Northern Stars Foundation',
      email: 'stars@northernstars.test',
      description: 'Talent from five northern regions, on one stage.',
    },
    title: 'Northern Stars Talent Hunt',
    description:
      'Six weeks of auditions, one final in Tamale. Voting has ended; thank you for carrying them this far.',
    days: [-60, -6],
    pricePesewas: 200,
    status: 'ENDED',
    casts: 700,
    colours: ['#12305c', '#e8862e'],
    categories: categories(`
      Dance | Traditional and street.
        Bamaaya Brothers | Three brothers, thirty bells.
        Lariba & Co | Contemporary with a takai step.
        Savannah Flex | A crew from Bolgatanga that practises on a roof.
      Spoken Word | Four minutes and a microphone.
        Wunpini Speaks | Poems in Dagbani about buses and mothers.
        Felix Ayariga | Won the school slam three times in a row.
        Mariam of Navrongo | Quiet voice, long echo.
    `),
  },
  {
    slug: 'accra-tech',
    host: {
      name: 'Accra Builders Guild',
      email: 'guild@accrabuilders.test',
      description: 'Engineers, designers and the people who fix the printers.',
    },
    title: 'Accra Builders Awards',
    description: 'A draft: categories are being filled, voting has not been announced.',
    days: [7, 35],
    pricePesewas: 100,
    status: 'DRAFT',
    casts: 0,
    colours: ['#1c1c3a', '#4fb286'],
    categories: categories(`
      Open Source Hero | Code that others build on.
        Kwaku Darkwa | Maintains a library that half the fintechs of the city use.
    `),
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
    days: [-2, 30],
    pricePesewas: 0,
    status: 'ACTIVE',
    casts: 240,
    colours: ['#274690', '#9ad0ec'],
    categories: categories(`
      The Name | Pick one.
        Nkonyaa Bridge | After the old ferry landing.
        Sankofa Crossing | Because we cross it to go back home.
        Unity Steps | Two neighbourhoods, one bridge.
    `),
  },
  {
    slug: 'harmattan-film',
    host: {
      name: 'Harmattan Film Week',
      email: 'jury@harmattanfilm.test',
      description: 'Short films from the Sahel to the coast, shown outdoors in Wa every December.',
    },
    title: 'Harmattan Audience Award',
    description:
      'The audience chooses its short film of the year. Voting is free, and each phone number is confirmed once by a code sent as SMS, so that every vote belongs to a real phone.',
    days: [-30, 25],
    pricePesewas: 0,
    status: 'ACTIVE',
    verifiedPhones: true,
    casts: 180,
    colours: ['#3b2a5c', '#e6a15c'],
    categories: categories(`
      Short Film | Up to fifteen minutes.
        Dust Season | A postman, three villages, one letter. Directed by Memunatu Sulemana.
        The Last Ferry to Dambai | Shot in one night on the lake. Directed by Kwame Atiemo.
        Grandmother Codes | A documentary about a seventy-year-old learner. Directed by Akos Dzidula.
    `),
  },
];
