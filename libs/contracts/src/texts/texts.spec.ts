import {
  keyOf,
  LANGUAGES,
  messagesToTranslate,
  pluralIn,
  smsParts,
  speakGenerated,
  toldToVoter,
  type VoterTexts,
} from './index.js';

describe('a text with a number', () => {
  it('has the form of its language', () => {
    const english = pluralIn('en');
    expect([0, 1, 2, 1_234].map((count) => english(count, { one: '# vote', other: '# votes' }))).toEqual([
      '0 votes',
      '1 vote',
      '2 votes',
      '1,234 votes',
    ]);
    // Twi says 0 and 1 alike; Ewe and Hausa have one form for 1.
    expect([0, 1, 2].map((count) => pluralIn('ak')(count, { one: 'a', other: 'b' }))).toEqual([
      'a',
      'a',
      'b',
    ]);
    for (const language of ['ee', 'ha'])
      expect([0, 1, 2].map((count) => pluralIn(language)(count, { one: 'a', other: 'b' }))).toEqual([
        'b',
        'a',
        'b',
      ]);
    expect(pluralIn('en', String)(100_000, { other: '#' })).toBe('100000');
  });
});

describe('an SMS', () => {
  it.each([
    [160, 'a', 1],
    [161, 'a', 2],
    [306, 'a', 2],
    [307, 'a', 3],
    [80, '€', 1],
    [81, '€', 2],
    [70, 'ɛ', 1],
    [71, 'ɛ', 2],
    [35, '😀', 1],
    [36, '😀', 2],
  ])('of %i times "%s" is %i messages', (count, letter, parts) => {
    expect(smsParts(letter.repeat(count))).toBe(parts);
  });
});

/** Names of all texts, and how many values each takes. */
function shapeOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null
      ? shapeOf(text, `${path}${name}.`)
      : [`${path}${name}${typeof text === 'function' ? `(${text.length})` : ''}`],
  );
}

const english = LANGUAGES['en'] as VoterTexts;

it.each(Object.entries(LANGUAGES))('the language %s has every text', (_, texts) => {
  expect(shapeOf({ ...texts, messages: {} })).toEqual(shapeOf(english));
  const empty = Object.values(texts.light).filter((text) => text === '');
  expect(empty).toEqual([]);
});

it.each(Object.entries(LANGUAGES))('the language %s has messages that there are', (_, { messages }) => {
  const known = messagesToTranslate();
  expect(Object.keys(messages).filter((key) => !(key in known))).toEqual([]);
});

it('a file of messages that is not translated says what they say', () => {
  const messages = messagesToTranslate();
  expect(messages['You have used your # free votes for this hour. You can vote again at #.']).toBe(
    'You have used your {0} free votes for this hour. You can vote again at {1}.',
  );
  expect(Object.keys(messages).length).toBeGreaterThan(100);
});

it('a message is told in the words of the language, with its numbers, or as it is written', () => {
  const limit = 'You have used your 10 free votes for this hour. You can vote again at 20:05.';
  english.messages[keyOf(limit).key] = 'Bra {1}: aba {0}';
  expect([toldToVoter(limit), toldToVoter('Phone is required'), toldToVoter('toString')]).toEqual([
    'Bra 20:05: aba 10',
    'Phone is required',
    'toString',
  ]);
  delete english.messages[keyOf(limit).key];
});

it('the generated language leaves no plain letter, and keeps values and the language’s tag', () => {
  const texts = { language: 'en', a: 'Vote now', b: { c: (count: number) => `${count} votes` }, d: ' ' };
  speakGenerated(texts, 'accents');
  expect(texts).toMatchObject({ language: 'en', a: 'Ṽôťě ńôŵ···', d: ' ' });
  expect(texts.b.c(7)).toBe('7 ṽôťěś···');
  const plain = { a: 'Vote now' };
  speakGenerated(plain, 'digits');
  expect(plain.a).toBe('7777 777');
});
