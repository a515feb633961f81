import fc from 'fast-check';
import {
  cedisFromPesewas,
  formatCedis,
  formatPrice,
  MAX_PAYMENT_PESEWAS,
  MIN_PAYMENT_PESEWAS,
  pesewasFromCedis,
} from './money.js';
import { seedOf } from '../../../test/support/seed.js';

fc.configureGlobal({ seed: seedOf('money') });

it('money turns every amount of pesewas into cedis and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (pesewas) => {
      expect(pesewasFromCedis(cedisFromPesewas(pesewas))).toBe(pesewas);
      expect(pesewasFromCedis((pesewas / 100).toFixed(2))).toBe(pesewas);
    }),
  );
});

it('money reads a text exactly when it is a plain decimal of at most two places, to the pesewa', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: 13 });
  const nearly = fc
    .tuple(
      fc.constantFrom('', '', '', '-', '+', ' '),
      digits,
      fc.constantFrom('.', '.', '', ',', '..'),
      digits,
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string(), fc.double().map(String)), (text) => {
      const [, whole, fraction = ''] = /^\s*(\d{1,12})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? [];
      const expected =
        whole === undefined ? null : Number(BigInt(whole) * 100n + BigInt(`${fraction}00`.slice(0, 2)));
      expect(pesewasFromCedis(text)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

it('money shows every amount to the pesewa', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (pesewas) => {
      const shown = formatCedis(cedisFromPesewas(pesewas));
      expect(shown).toMatch(/^GHS \d{1,3}(,\d{3})*\.\d\d$/);
      expect(Number(shown.replace(/\D/g, ''))).toBe(pesewas);
    }),
  );
});

it.each([1.15, 0.07, 1.005e2, '19.99'])('money reads %s exactly', (cedis) =>
  expect(pesewasFromCedis(cedis)).toBe(Math.round(Number(cedis) * 100)),
);

it.each([-1, 0.001, '1.234', '1e3', 'abc', '', Number.NaN, Number.POSITIVE_INFINITY, '1,00', '0x10'])(
  'money refuses %s',
  (cedis) => expect(pesewasFromCedis(cedis)).toBeNull(),
);

it('money shows amounts as the specification says', () => {
  expect(formatCedis(5)).toBe('GHS 5.00');
  expect(formatCedis(1234567.5)).toBe('GHS 1,234,567.50');
  expect(formatCedis(undefined)).toBe('GHS 0.00');
  expect(formatCedis(null)).toBe('GHS 0.00');
  expect(formatCedis(Number.NaN)).toBe('GHS 0.00');
  expect(formatCedis(Number.POSITIVE_INFINITY)).toBe('GHS 0.00');
  // Money that went back.
  expect(formatCedis(-1234.5)).toBe('-GHS 1,234.50');
  expect(formatPrice(0)).toBe('Free');
  expect(formatPrice(-1)).toBe('Free');
  expect(formatPrice(null)).toBe('Free');
  expect(formatPrice(undefined)).toBe('Free');
  expect(formatPrice(0.5)).toBe('GHS 0.50');
});

it('money is taken from ten pesewas to ten thousand cedis', () =>
  expect(
    [MIN_PAYMENT_PESEWAS, MAX_PAYMENT_PESEWAS].map((pesewas) => formatCedis(cedisFromPesewas(pesewas))),
  ).toEqual(['GHS 0.10', 'GHS 10,000.00']));
