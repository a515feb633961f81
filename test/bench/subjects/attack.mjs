import { ATTACKS } from '../attacks/index.mjs';
import { inTurns, judged, median } from '../lib/report.mjs';
import { castRequest, measure } from './cast.mjs';
import { benchContest } from '../load/data.mjs';

const CONNECTIONS = 64;
/** Of their rate, what legitimate votes keep while one sender attacks. */
const KEPT = 0.8;

/** Votes accepted durably by one API process without and with an attacker, who has a process of their own. */
export async function attackSubject(installation, options) {
  const contest = await benchContest(installation);
  const [voters, attacker] = await Promise.all([
    installation.client('load-process.mjs'),
    installation.client('attack-process.mjs'),
  ]);
  const rows = [];
  for (const file of ATTACKS) {
    const attack = await import(`../attacks/${file}.mjs`);
    const api = await installation.api({ env: attack.environment });
    const facts = await attack.prepare?.({ installation, contest });
    const begin = { file, host: '127.0.0.1', port: api.port, facts };
    rows.push(...(await rowsOf(attack, { api, voters, attacker, contest, begin }, options)));
    await api.stop();
  }
  return rows;
}

async function rowsOf(attack, { api, voters, attacker, contest, begin }, { turns, seconds, say }) {
  const cpu = {};
  const vote = (name) => async () => {
    const job = { connections: CONNECTIONS, seconds, request: castRequest(contest) };
    const result = await measure(voters, api, job, say);
    (cpu[name] ??= []).push((result.cpu / result.perSecond) * 1e6);
    return result.perSecond;
  };
  const counts = {};
  const during = (variant) => async () => {
    const attacked = attacker.ask({ begin: { ...begin, variant } });
    const perSecond = await vote(variant.name)();
    attacker.process.send({ end: true });
    counts[variant.name] = await attacked;
    return perSecond;
  };
  const found = await inTurns(
    {
      alone: vote('alone'),
      ...Object.fromEntries(attack.variants.map((variant) => [variant.name, during(variant)])),
    },
    turns,
    say,
  );
  return attack.variants.map(({ name }) => {
    const ratio = found[name].median / found.alone.median;
    return judged(
      `cast during ${attack.title}, ${name} ÷ without`,
      'votes/s',
      found[name].median,
      `≥ ${KEPT}`,
      {
        limit: found.alone.median,
        ratio,
        // Unlike the rate, this does not depend on what else the machine does.
        note: `the API's processor time per vote ${microseconds(cpu[name])}, without ${microseconds(cpu.alone)}; answers to the attacker in the last run ${JSON.stringify(counts[name])}`,
      },
    );
  });
}

const microseconds = (runs) => `${median(runs).toFixed(0)} µs`;
