import { pathToFileURL } from 'node:url';

/**
 * Runs operators' commands from a build one after the other in one process (see `runAdmin`): a message `{ program, args, env }` is
 * one command, answered with `{ code, out, errors }`.
 */
const streams = { out: process.stdout, errors: process.stderr };
let runs = 0;

process.on('message', async ({ program, args, env }) => {
  const said = { out: '', errors: '' };
  const real = Object.entries(streams).map(([name, stream]) => {
    const { write } = stream;
    stream.write = (text) => {
      said[name] += text;
      return true;
    };
    return [stream, write];
  });
  process.argv = [process.execPath, program, ...args];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  try {
    // The query makes it a new module, which runs its commands anew; what it imports is loaded once.
    await import(`${pathToFileURL(program).href}?run=${(runs += 1)}`);
  } catch (error) {
    said.errors += error.stack;
    process.exitCode = 70;
  }
  for (const [stream, write] of real) stream.write = write;
  process.send({ code: process.exitCode ?? 0, ...said });
  process.exitCode = 0;
});
