import { jest } from '@jest/globals';
import { Pokes } from './wake-ups.js';

describe('Pokes', () => {
  const sent: string[] = [];
  let pokes: Pokes;

  beforeEach(() => {
    jest.useFakeTimers();
    sent.length = 0;
    pokes = new Pokes((contestId) => sent.push(contestId), 20);
  });
  afterEach(() => jest.useRealTimers());

  it('sends the first at once, so that a lone vote moves its board at once', () => {
    pokes.poke('a');
    expect(sent).toEqual(['a']);
  });

  it('sends one more for all that came meanwhile: the last batch is never left waiting', () => {
    for (let i = 0; i < 100; i++) pokes.poke('a');
    jest.advanceTimersByTime(20);
    expect(sent).toEqual(['a', 'a']);
    jest.advanceTimersByTime(1_000);
    expect(sent).toEqual(['a', 'a']);
  });

  it('keeps contests apart', () => {
    pokes.poke('a');
    pokes.poke('b');
    expect(sent).toEqual(['a', 'b']);
  });

  it('sends what waits when the process ends', () => {
    pokes.poke('a');
    pokes.poke('a');
    pokes.flush();
    expect(sent).toEqual(['a', 'a']);
    jest.advanceTimersByTime(1_000);
    expect(sent).toEqual(['a', 'a']);
  });
});
