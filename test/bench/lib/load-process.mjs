import { runLoad } from '../load/load.mjs';
import { answerJobs } from './child.mjs';
import { requestMaker } from './requests.mjs';

/** A process that makes load: gets one job per message, answers with its result. Its own process, so that it can have its own core. */
answerJobs(({ port, request, ...job }) =>
  runLoad({ url: `http://127.0.0.1:${port}`, next: requestMaker(request), ...job }),
);
