import { runLoad } from '../../../libs/rehearsals/src/load/index.mjs';

/** A process that makes load: gets one job per message, answers with its result. Its own process, so that it can have its own core. */
process.on('message', (job) => {
  runLoad(job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ type: 'ready' });
