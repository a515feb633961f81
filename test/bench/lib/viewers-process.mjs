import { setTimeout as sleep } from 'node:timers/promises';
import { castAndWatch, Viewers } from '../load/viewers.mjs';
import { answerJobs } from './child.mjs';
import { requestMaker } from './requests.mjs';

/** A process full of viewers: `open` them, `count` what arrives in some seconds, `lag` with votes sent from here, `close`. */
let viewers;

const urlOf = (port) => `http://127.0.0.1:${port}`;
const WORK = {
  async open({ port, ...job }) {
    viewers = new Viewers({ url: urlOf(port), ...job });
    return viewers.open();
  },
  async count({ seconds, warmUp = 1 }) {
    await sleep(warmUp * 1000);
    const [before, bytes, began] = [viewers.received, viewers.bytes, performance.now()];
    await sleep(seconds * 1000);
    const took = (performance.now() - began) / 1000;
    return {
      perSecond: (viewers.received - before) / took,
      bytesPerSecond: (viewers.bytes - bytes) / took,
      closed: viewers.closed,
    };
  },
  async lag({ port, request, ...job }) {
    return castAndWatch(viewers, { url: urlOf(port), next: requestMaker(request), ...job });
  },
  async close() {
    viewers.close();
    return {};
  },
};

answerJobs(({ work, ...job }) => WORK[work](job));
