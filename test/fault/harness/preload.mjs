import { readFileSync, writeFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { ANSWERS, CALLS, COMMITS, ENQUEUES, LOG_STEPS, PUBLISHES } from './crash-points.mjs';

/**
 * Loaded into a product process before its own code (`--import`), by the fault harness only: sets the process's clock and kills the
 * process at a named point. Orders are read from a file when the process starts and whenever it gets SIGUSR2.
 */
const control = process.env.ABATO_FAULT_CONTROL;
const role = process.env.ABATO_FAULT_ROLE;
let orders = { clockMs: 0, crashAt: null };

function readOrders() {
  try {
    orders = { clockMs: 0, crashAt: null, ...JSON.parse(readFileSync(control, 'utf8')) };
  } catch {
    orders = { clockMs: 0, crashAt: null };
  }
}
readOrders();
process.on('SIGUSR2', readOrders);

/** Die here if this is the place that was ordered. The order is taken back first, so that the next life of the process lives. */
function at(point) {
  if (orders.crashAt !== point) return;
  writeFileSync(control, JSON.stringify({ ...orders, crashAt: null, crashedAt: point }));
  process.kill(process.pid, 'SIGKILL');
}

function nameOf(list, matches) {
  return list.find((entry) => entry.by === role && matches(entry))?.name;
}

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct(target, args, newTarget) {
    const given = args.length ? args : [RealDate.now() + orders.clockMs];
    return Reflect.construct(target, given, newTarget === globalThis.Date ? target : newTarget);
  },
  apply: () => new RealDate(RealDate.now() + orders.clockMs).toString(),
  get: (target, name) =>
    name === 'now' ? () => RealDate.now() + orders.clockMs : Reflect.get(target, name, target),
});

/** Run a call whose end is told by a callback (its last argument) or a promise. */
function around(name, call, args) {
  at(`before ${name}`);
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const told = (error, ...rest) => {
      if (!error) at(`after ${name}`);
      callback(error, ...rest);
    };
    return call([...args.slice(0, -1), told]);
  }
  const result = call(args);
  result?.then?.(
    () => at(`after ${name}`),
    () => {},
  );
  return result;
}

const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (...args) {
  const text = typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? '');
  const step = nameOf(LOG_STEPS, ({ sql }) => sql.test(text));
  const send = (given) => query.apply(this, given);
  const run = step ? (given) => around(step, send, given) : send;
  const word = text.slice(0, 12).trimStart().toUpperCase();
  if (word.startsWith('BEGIN') || word.startsWith('START TRANS')) {
    this.abatoTransaction = [];
    return run(args);
  }
  if (word.startsWith('ROLLBACK')) this.abatoTransaction = null;
  if (word.startsWith('COMMIT')) {
    const name = this.abatoTransaction?.at(-1);
    this.abatoTransaction = null;
    return name ? around(name, run, args) : run(args);
  }
  const name = nameOf(COMMITS, ({ sql }) => sql.test(text));
  if (!name) return run(args);
  if (!this.abatoTransaction) return around(name, run, args);
  this.abatoTransaction.push(name);
  return run(args);
};

const end = ServerResponse.prototype.end;
ServerResponse.prototype.end = function (...args) {
  const name = nameOf(ANSWERS, ({ path }) => path.test(this.req?.url ?? ''));
  if (!name) return end.apply(this, args);
  at(`before ${name}`);
  this.once('finish', () => at(`after ${name}`));
  return end.apply(this, args);
};

const add = Queue.prototype.add;
Queue.prototype.add = function (...args) {
  const name = nameOf(ENQUEUES, ({ job }) => job === `${this.name} ${args[0]}`);
  return name ? around(name, (given) => add.apply(this, given), args) : add.apply(this, args);
};

const publish = Redis.prototype.publish;
Redis.prototype.publish = function (...args) {
  const name = nameOf(PUBLISHES, ({ channel }) => channel === args[0]);
  return name ? around(name, (given) => publish.apply(this, given), args) : publish.apply(this, args);
};

const realFetch = globalThis.fetch;
globalThis.fetch = function (target, ...rest) {
  const path = URL.canParse(String(target)) ? new URL(String(target)).pathname : '';
  const name = nameOf(CALLS, (entry) => entry.path.test(path));
  const call = (given) => realFetch(...given);
  return name ? around(name, call, [target, ...rest]) : call([target, ...rest]);
};
