/**
 * How the votes of a rehearsal come over its time: `at` gives the part of the highest rate at a moment (0 begin, 1 end), `mean` its mean.
 * Never nothing: a rehearsal without votes would measure nothing.
 */
export const SHAPES = {
  STEADY: { at: () => 1, mean: 1 },
  RISING: { at: (moment) => 0.1 + 0.9 * Math.min(moment, 1), mean: 0.55 },
  // A call to vote in the middle third.
  PEAK: { at: (moment) => (moment >= 1 / 3 && moment < 2 / 3 ? 1 : 0.2), mean: (1 + 2 * 0.2) / 3 },
};
