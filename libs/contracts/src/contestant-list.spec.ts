import { MAX_LISTED_CONTESTANTS, readContestantList } from './contestant-list.js';

const rows = (text: string) =>
  readContestantList(text).contestants.map(({ name, bio, photo }) => [name, bio, photo]);

it('a list of contestants is one name a line, or name, bio and photo divided by commas, semicolons or tabs', () => {
  expect(rows('Ama\r\n\n  Kofi Mensah \n')).toEqual([
    ['Ama', '', ''],
    ['Kofi Mensah', '', ''],
  ]);
  for (const divider of [',', ';', '\t']) {
    const text = [['Ama', 'Sings', 'ama.jpg'].join(divider), 'Kofi'].join('\n');
    expect(rows(text)).toEqual([
      ['Ama', 'Sings', 'ama.jpg'],
      ['Kofi', '', ''],
    ]);
  }
});

it('a list of contestants keeps commas of a list that is divided by tabs', () =>
  expect(rows('Ama\tSings, dances')).toEqual([['Ama', 'Sings, dances', '']]));

it('a list of contestants takes the order of the columns from a first line of names, and drops unknown columns', () =>
  expect(rows('\uFEFFPhoto,Votes,Name\nama.jpg,7,Ama\n')).toEqual([['Ama', '', 'ama.jpg']]));

it('a list of contestants reads quoted cells with dividers, quotes and line breaks', () =>
  expect(rows('"Ama ""Queen"" B","Sings,\nand dances"\nKofi "K" M')).toEqual([
    ['Ama "Queen" B', 'Sings,\nand dances', ''],
    ['Kofi "K" M', '', ''],
  ]));

it('a list of contestants names the line of each problem', () => {
  const { problems } = readContestantList(`Ama\n,a bio\nama\n"Kofi\nMensah"\n${'x'.repeat(201)}`);
  expect(problems).toEqual([
    'Line 2: Contestant name is required',
    'Line 3: ama is already on line 1',
    'Line 4: Contestant name must be one line of text',
    'Line 6: Contestant name must be at most 200 characters',
  ]);
  expect(readContestantList(' \n').problems).toEqual(['Paste at least one name']);
  expect(readContestantList('name,bio').problems).toEqual(['Paste at least one name']);
});

it('a list of contestants has at most 200 contestants', () => {
  const of = (count: number) =>
    readContestantList(Array.from({ length: count }, (_, i) => `N${i}`).join('\n')).problems;
  expect(of(MAX_LISTED_CONTESTANTS)).toEqual([]);
  expect(of(MAX_LISTED_CONTESTANTS + 1)).toHaveLength(1);
});

it('a list of contestants of 30,000 quotes is read', () =>
  expect(readContestantList('"'.repeat(30_000)).problems).toEqual([
    'Line 1: Contestant name must be at most 200 characters',
  ]));
