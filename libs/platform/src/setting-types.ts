import { z } from 'zod';

/** Value of a setting with which an operator says that nothing is to be sent that way. */
export const SWITCHED_OFF = 'none';

/** An address with one of these protocols, such as `https:`. */
export const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL starting with ${protocols.join('// or ')}//`,
  });
