import pg from 'pg';
import { pathToFileURL } from 'node:url';

/**
 * The API with one thing taken out: the statement that writes votes answers by itself, after one turn of the loop. Everything
 * else (HTTP, validation, limits, group commit, the poke of the tally) is the product's. What it reaches is what the cast path
 * could reach with a database that costs nothing.
 */
const query = pg.Pool.prototype.query;
pg.Pool.prototype.query = function (text, values, ...rest) {
  if (text?.name !== 'cast-votes' && text?.name !== 'cast-vote') {
    return query.call(this, text, values, ...rest);
  }
  // The ids as the product writes them: an array as text, or the one of a vote by itself.
  const ids = text.values[1].startsWith('{') ? text.values[1].slice(1, -1).split(',') : [text.values[1]];
  const rows = ids.map((id) => ({ id }));
  return new Promise((resolve) => setImmediate(() => resolve({ rows, rowCount: rows.length })));
};

await import(pathToFileURL(process.env.ABATO_BENCH_MAIN).href);
