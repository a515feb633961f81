/**
 * The inputs of a dialled string: `*713*1234*5#` with the service code `*713#` is `1234` and `5`. Gateways differ in whether they pass on the
 * service code, so a text without it is taken as inputs already.
 * @param code the service code, for example `*713#` or `*920*44#`
 */
export function dialledInputs(text: string, code: string): string[] {
  const service = code.replace(/#$/, '');
  const dialled = text.replace(/#$/, '');
  if (dialled === service || dialled === service.slice(1)) return [];
  const rest = dialled.startsWith(`${service}*`) ? dialled.slice(service.length + 1) : dialled;
  // Another service code of the same installation, or nothing that was typed.
  if (rest.startsWith('*')) return [];
  return rest === '' ? [] : rest.split('*').map((input) => input.trim());
}
