import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { keyOf, messagesToTranslate, voterMessages } from '@abato/contracts';
import { plural, said, speakWith, texts } from './catalogue';
import { generated } from './generated';
import { type Language, speak, speakerOf } from './languages';

describe('English', () => {
  it('has the form of the number', () => {
    const votes = (count: number) => plural(count, { one: '# vote', other: '# votes' });
    expect([0, 1, 2, 1_234].map(votes)).toEqual(['0 votes', '1 vote', '2 votes', '1,234 votes']);
    expect(plural(1, { other: 'Show all # nominees' })).toBe('Show all 1 nominees');
  });

  it('is what screens say without another language, or with one that does not exist', async () => {
    await speak('xx');
    expect(texts('alone', { title: 'Vote' })).toEqual({ title: 'Vote' });
    expect(said('Phone is required')).toBe('Phone is required');
  });
});

describe('another language', () => {
  const early = texts('early', {
    title: 'Vote',
    form: { name: 'Your name', count: (n: number) => `${n} votes` },
  });
  const { form } = early;
  beforeAll(() =>
    speakWith(
      speakerOf({
        screens: {
          early: { title: 'To aba', form: { count: (n: number) => `aba ${n}` } },
          late: { steps: ['Baako'] },
        },
        messages: {
          'Phone is required': 'Fa wo nɔma bra',
          'You have used your # free votes for this hour. You can vote again at #.': 'Bra {1}: aba {0}',
        },
      }),
    ),
  );

  it('takes the place of texts that were loaded before, and of parts that are held', () => {
    expect([early.title, form.count(3)]).toEqual(['To aba', 'aba 3']);
  });

  it('takes the place of texts that are loaded later', () => {
    expect(texts('late', { steps: ['One', 'Two'] })).toEqual({ steps: ['Baako', 'Two'] });
  });

  it('leaves English where it has no text', () => {
    expect(form.name).toBe('Your name');
    expect(texts('other', { title: 'Vote' })).toEqual({ title: 'Vote' });
    expect(said('Invalid email format')).toBe('Invalid email format');
  });

  it('has messages of rules and of the server, with their numbers', () => {
    expect(said('Phone is required')).toBe('Fa wo nɔma bra');
    expect(said('You have used your 10 free votes for this hour. You can vote again at 20:05.')).toBe(
      'Bra 20:05: aba 10',
    );
  });
});

it('the generated language knows every message to voters, with any number, and no other', () => {
  const english = voterMessages();
  expect(english.length).toBeGreaterThan(100);
  for (const message of english) expect(generated.message(message)).toMatch(/^[^A-Za-z]+$/);
  expect(
    generated.message('You have used your 31 free votes for this hour. You can vote again at 07:59.'),
  ).toMatch(/^[^A-Za-z]*31[^A-Za-z]*07:59/);
  expect(generated.message('What a provider says')).toBeUndefined();
});

it('numbers of a message are told apart from its words', () => {
  expect(keyOf('At most GHS 10,000.50 from 2 phones at 20:05.')).toEqual({
    key: 'At most GHS # from # phones at #.',
    numbers: ['10,000.50', '2', '20:05'],
  });
});

describe('the file of a language', () => {
  const FOLDER = new URL('./', import.meta.url);
  const english: Record<string, object> = {};
  beforeAll(async () => {
    for (const file of readdirSync(new URL('en/', FOLDER)).filter((name) => !name.endsWith('.spec.ts')))
      await import(new URL(`en/${file}`, FOLDER).pathname);
    speakWith({ screen: (name, of) => (english[name] = of), message: () => undefined });
  });

  /** What it has that English has not, or in another kind: a misspelt name would stay English without a word. */
  function strays({ screens, messages }: Language): string[] {
    const known = messagesToTranslate();
    return [
      ...straysOf(screens, english, ''),
      ...Object.keys(messages).filter((message) => !(message in known)),
    ];
  }

  function straysOf(of: object, beside: object, path: string): string[] {
    return Object.entries(of).flatMap(([name, text]) => {
      const original = (beside as Record<string, unknown>)[name];
      if (typeof original !== typeof text) return [path + name];
      return typeof text === 'object' ? straysOf(text as object, original as object, `${path}${name}.`) : [];
    });
  }

  it('is reported for names and messages that English does not have, and for a text where English has a function', () => {
    const messages = { 'Phone is required': 'Fa wo nɔma bra', 'Phone is wanted': 'Fa wo nɔma bra' };
    const screens = {
      contest: { hostedBy: 'Ofi', votes: 'aba' },
      'vote-wnidow': { today: 'nnɛ' },
      paging: { postion: 'Krataafa' },
    };
    expect(strays({ screens, messages })).toEqual([
      'contest.votes',
      'vote-wnidow',
      'paging.postion',
      'Phone is wanted',
    ]);
  });

  const files = readdirSync(FOLDER).filter((name) => /^[a-z]{2,3}(-[A-Z]{2})?\.ts$/.test(name));
  for (const file of files)
    it(`${file} has names and messages of English only`, async () => {
      const { language } = (await import(new URL(file, FOLDER).pathname)) as { language: Language };
      expect(strays(language)).toEqual([]);
    });
});
