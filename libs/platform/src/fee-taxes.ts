/** A tax that the platform's fee contains. */
export interface FeeTax {
  name: string;
  /** Hundredths of a percent. */
  basisPoints: number;
}

const TAX = /^([^:,]{1,40}):(\d{1,2}(?:\.\d{1,2})?)$/;
const BASIS_POINTS = 100;

/**
 * Read `Name:percent,Name:percent`; empty: no taxes.
 * @throws Error that says which part is wrong
 */
export function readFeeTaxes(setting: string): FeeTax[] {
  if (!setting.trim()) return [];
  const taxes = setting.split(',').map((part) => {
    const [, name, percent] = TAX.exec(part.trim()) ?? [];
    if (!name?.trim()) throw new Error(`"${part.trim()}" is not a name and a percentage such as VAT:15`);
    return { name: name.trim(), basisPoints: Math.round(Number(percent) * BASIS_POINTS) };
  });
  if (new Set(taxes.map(({ name }) => name)).size < taxes.length) throw new Error('a tax is named twice');
  return taxes;
}
