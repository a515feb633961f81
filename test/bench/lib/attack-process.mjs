/** A process that attacks: gets `{ begin: { file, … } }` and later `{ end: true }`, answers with what the attack counted. */
const stop = { controller: null };

process.on('message', ({ begin, end }) => {
  if (end) return stop.controller?.abort();
  stop.controller = new AbortController();
  const { file, ...job } = begin;
  import(new URL(`../attacks/${file}.mjs`, import.meta.url).href)
    .then(({ attack }) => attack({ ...job, signal: stop.controller.signal }))
    .then(
      (result) => process.send({ result }),
      (error) => process.send({ error: error.stack }),
    );
});
process.on('disconnect', () => process.exit(0));
process.send({ type: 'ready' });
