import { ProviderRest } from './sms-transport.js';

let ms: number;
let rest: ProviderRest;
beforeEach(() => {
  ms = Date.parse('2026-11-25T20:00:00Z');
  rest = new ProviderRest({ now: () => new Date(ms) });
});

/** A call whose end the test decides. */
function aCall(): { end: (isOut: boolean) => void; outcome: Promise<boolean | null> } {
  let end = (_isOut: boolean): void => undefined;
  const ended = new Promise<boolean>((resolve) => (end = resolve));
  return {
    end,
    outcome: rest.call(
      () => ended,
      (isOut) => isOut,
    ),
  };
}
const call = (isOut: boolean): Promise<boolean | null> => {
  const { end, outcome } = aCall();
  end(isOut);
  return outcome;
};

it('a provider is asked again and again, five seconds after each call that met the outage', async () => {
  await call(true);
  for (let round = 0; round < 3; round++) {
    expect([rest.room(), rest.seconds(), await call(true)]).toEqual([0, 5, null]);
    ms += 5_000;
    expect([rest.room(), await call(true)]).toEqual([1, true]);
  }
});

it('a call that throws lets the next one ask', async () => {
  await call(true);
  ms += 5_000;
  const broken = rest.call(
    () => Promise.reject(new Error('broken')),
    () => false,
  );
  await expect(broken).rejects.toThrow('broken');
  expect(rest.room()).toBe(1);
});

it('calls that were under way when the outage began neither end nor prolong the rest', async () => {
  const [first, taken, late] = [aCall(), aCall(), aCall()];
  first.end(true);
  await first.outcome;
  taken.end(false);
  await taken.outcome;
  expect(rest.room()).toBe(0);
  ms += 4_000;
  late.end(true);
  await late.outcome;
  ms += 1_000;
  expect(rest.room()).toBe(1);
});

it('while one call asks, no other is made, also when an older one ends', async () => {
  const old = aCall();
  await call(true);
  ms += 5_000;
  const asking = aCall();
  old.end(false);
  await old.outcome;
  expect([rest.room(), rest.seconds(), await call(false)]).toEqual([0, 1, null]);
  asking.end(false);
  await asking.outcome;
  expect(rest.room()).toBe(Infinity);
});
