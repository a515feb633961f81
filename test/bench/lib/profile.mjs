import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where a process spent its time: `node test/bench/lib/profile.mjs <folder of .cpuprofile> [lines]`. Self time per function and per
 * file, idle time left out.
 */
const print = (text) => process.stdout.write(`${text}\n`);
const [folder, lines = '45'] = process.argv.slice(2);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const self = new Map();
  // Loading modules is no part of what is looked for: count from the first sample inside a request.
  const inRequest = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === 'parserOnIncoming').map(({ id }) => id),
  );
  let counting = false;
  samples.forEach((id, index) => {
    counting ||= inRequest.has(id);
    if (counting) self.set(id, (self.get(id) ?? 0) + timeDeltas[index]);
  });
  const [byFunction, byFile] = [new Map(), new Map()];
  let busy = 0;
  for (const { id, callFrame } of nodes) {
    const time = self.get(id) ?? 0;
    if (callFrame.functionName === '(idle)' || !time) continue;
    busy += time;
    const where = callFrame.url.replace(/^.*node_modules\//, '').replace(/^.*dist\/[0-9a-f]{12}\//, '');
    const name = `${callFrame.functionName || '(anonymous)'} ${where}:${callFrame.lineNumber + 1}`;
    byFunction.set(name, (byFunction.get(name) ?? 0) + time);
    const owner =
      where.startsWith('apps') || where.startsWith('libs')
        ? where
        : where
            .split('/')
            .slice(0, where.startsWith('@') ? 2 : 1)
            .join('/') || callFrame.functionName;
    byFile.set(owner, (byFile.get(owner) ?? 0) + time);
  }
  print(`\n${file}: ${(busy / 1e6).toFixed(1)} s busy`);
  for (const [title, map] of [
    ['by package or file', byFile],
    ['by function', byFunction],
  ]) {
    print(`  ${title}`);
    for (const [name, time] of [...map].sort((a, b) => b[1] - a[1]).slice(0, Number(lines))) {
      print(`  ${((time / busy) * 100).toFixed(1).padStart(5)} %  ${name}`);
    }
  }
}
