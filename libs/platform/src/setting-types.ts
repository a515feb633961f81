import { isIP } from 'node:net';
import { z } from 'zod';

/** Value of a setting with which an operator says that nothing is to be sent that way. */
export const SWITCHED_OFF = 'none';

/** An address with one of these protocols, such as `https:`. */
export const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL starting with ${protocols.join('// or ')}//`,
  });

/** An address of a web server; none without the variable. */
export const site = url(['http:', 'https:']).optional();

/** A text, which is empty without the variable. */
export const anyText = z.string().default('');

/** A whole number within bounds. */
export const whole = (least: number, most: number, fallback: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

/** One of several words. */
export const choice = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: NoInfer<Words[number]>,
) => z.enum(words).prefault(fallback);

/** The parts of a list with commas. */
export const listed = (text: string): string[] => text.split(',').filter(Boolean);

/** A CIDR range of IPv4 or IPv6. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const version = isIP(address);
  return version > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128) && !rest.length;
}
