/** Time as a parameter: rules take `now`, only the outermost layer reads a clock. */
export interface Clock {
  now(): Date;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => new Date() };
