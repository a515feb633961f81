import fc from 'fast-check';
import { aUser } from '../support/builders.js';
import { seedOf } from '../support/seed.js';
import { checkBooks } from './model-http/books.js';
import { happen, type Happening, happenings } from './model-http/happenings.js';
import { LiveWorld } from './model-http/live-world.js';

/** Runs of the short form; `ABATO_MODEL_HTTP_RUNS=200` is a long one, `ABATO_MODEL_SEED` repeats a run (`random`: a new one). */
const RUNS = Number(process.env['ABATO_MODEL_HTTP_RUNS'] ?? 8);
const SEED = seedOf('payments/model-http', 'ABATO_MODEL_SEED');

/** Lives at once: each waits most of its time for refunds to go through. */
const AT_ONCE = 4;

const [owner, admin] = await Promise.all([aUser().save(), aUser().superAdmin().save()]);

async function live(life: Happening[]): Promise<void> {
  const world = await LiveWorld.create(owner, admin);
  try {
    for (const what of life) await happen(world, what);
    await world.comeToRest();
    await checkBooks(world);
  } finally {
    world.close();
  }
}

it(
  `ledger, tally, API, sockets and the provider's money agree over ${RUNS} random lives on the running platform (seed ${SEED})`,
  async () => {
    const lives = fc
      .sample(happenings, { numRuns: RUNS, seed: SEED })
      .map((life, index) => ({ life, index }));
    const lane = async (): Promise<void> => {
      for (let next = lives.shift(); next; next = lives.shift()) {
        await live(next.life).catch((error: unknown) => {
          throw new Error(`life ${next?.index} of seed ${SEED}: ${JSON.stringify(next?.life)}`, {
            cause: error,
          });
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  },
  300_000 + RUNS * 60_000,
);
