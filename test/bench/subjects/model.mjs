import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LAG_RATE, lagOf } from './live.mjs';

/**
 * Votes and viewers on the product beside what `npm run simulate` calculates for the same: how late screens are must be within a quarter. What
 * casting takes is there to be known: the model has no pauses (docs/capacity.md#simulation).
 */
export async function modelSubject(installation, options) {
  const { viewers, buildDir } = options;
  const model = join(buildDir, 'apps', 'admin', 'src', 'simulation', 'benchmark.js');
  const { differenceOf, simulateBenchmark, TRUSTED_WITHIN } = await import(pathToFileURL(model).href);
  const measured = await lagOf(installation, options);
  const simulated = simulateBenchmark({ viewers, votes: LAG_RATE });
  const crowd = `${viewers.toLocaleString('en')} viewers, ${LAG_RATE.toLocaleString('en')} votes/s`;
  return [
    ['answer → on screens, p50', 'screenP50', true],
    ['answer → on screens, p99', 'screenP99', true],
    ['cast p50', 'castP50', false],
    ['cast p99', 'castP99', false],
  ].map(([name, figure, isTrusted]) => {
    const difference = differenceOf(simulated[figure], measured[figure]);
    return {
      subject: `${name}: ${crowd}`,
      unit: 'ms',
      ours: measured[figure],
      judged: `${difference < 0 ? '' : '+'}${Math.round(difference * 100)} %`,
      note: `simulated: ${simulated[figure].toFixed(1)}`,
      ...(isTrusted && {
        target: `model within ${TRUSTED_WITHIN * 100} %`,
        met: Math.abs(difference) < TRUSTED_WITHIN,
      }),
    };
  });
}
