/** Text that is markup already and must not be escaped again. */
export class Markup {
  constructor(readonly text: string) {}
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = string | number | Markup | readonly Markup[] | null;

/** A template that escapes everything put into it but other markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const text = strings.reduce(
    (sum, piece, index) => sum + (index > 0 ? render(parts[index - 1] ?? null) : '') + piece,
    '',
  );
  return new Markup(text);
}

function render(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map((item) => item.text).join('');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** `GHS 1,234.50`. @param amount in subunits */
export function money(amount: number, currency: string): string {
  const [whole = '0', fraction = '00'] = (amount / 100).toFixed(2).split('.');
  return `${currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
