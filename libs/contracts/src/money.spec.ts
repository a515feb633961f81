import fc from 'fast-check';
import { cedisFromPesewas, formatCedis, formatPrice, pesewasFromCedis } from './money.js';

describe('money', () => {
  it('turns every amount of pesewas into cedis and back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (pesewas) => {
        expect(pesewasFromCedis(cedisFromPesewas(pesewas))).toBe(pesewas);
        expect(pesewasFromCedis((pesewas / 100).toFixed(2))).toBe(pesewas);
      }),
    );
  });

  it.each([1.15, 0.07, 1.005e2, '19.99'])('reads %s exactly', (cedis) => {
    expect(pesewasFromCedis(cedis)).toBe(Math.round(Number(cedis) * 100));
  });

  it.each([-1, 0.001, '1.234', '1e3', 'abc', '', Number.NaN, Number.POSITIVE_INFINITY, '1,00', '0x10'])(
    'refuses %s',
    (cedis) => {
      expect(pesewasFromCedis(cedis)).toBeNull();
    },
  );

  it('shows amounts as the specification says', () => {
    expect(formatCedis(5)).toBe('GHS 5.00');
    expect(formatCedis(1234567.5)).toBe('GHS 1,234,567.50');
    expect(formatCedis(undefined)).toBe('GHS 0.00');
    expect(formatCedis(null)).toBe('GHS 0.00');
    expect(formatPrice(0)).toBe('Free');
    expect(formatPrice(-1)).toBe('Free');
    expect(formatPrice(0.5)).toBe('GHS 0.50');
  });
});
