import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { runFaults } from './main.mjs';

/** What the test starts: options come as JSON on the standard input, every result goes out as a line of JSON. */
const options = JSON.parse(await text(process.stdin));
const ok = await runFaults({
  dataDir: tmpdir(),
  root: ROOT,
  strictTimes: false,
  quiet: true,
  ...options,
  say: (line) => process.stderr.write(`${line}\n`),
  onResult: (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
});
process.exit(ok ? 0 : 1);
