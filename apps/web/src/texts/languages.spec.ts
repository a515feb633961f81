import { beforeAll, describe, expect, it } from '@jest/globals';
import { keyOf, voterMessages } from '@abato/contracts';
import { plural, said, speakWith, texts } from './catalogue';
import { generated } from './generated';
import { speak, speakerOf } from './languages';

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
