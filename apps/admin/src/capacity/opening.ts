import { FIGURES } from './figures.js';
import type { Plan } from './plan.js';

/** How a crowd arrives at the contest's page. */
export interface Opening {
  viewers: number;
  /** In which all of them open the page, evenly. */
  seconds: number;
  /** Contests that they open; each is one address for a cache. */
  contests: number;
  /** Live connections that a process takes (SOCKETS_PER_PROCESS). */
  socketsPerProcess: number;
  /** Places of a CDN that ask for themselves; null without one. */
  cachePlaces: number | null;
  /** How long a cache keeps a page with figures or a public answer (CDN_SNAPSHOT_SECONDS). */
  cacheSeconds: number;
}

interface Rate {
  needed: number;
  /** What the planned pods can do beside their other work. */
  available: number;
}

export interface Door {
  /** A second, at the processes: pages with the contest in them, and public answers to those who poll. */
  pages: Rate;
  answers: Rate;
  /** Live connections a second. */
  handshakes: Rate;
  /** From the first visitor until every one has a live connection; Infinity where there are not enough places. */
  allAdmittedSeconds: number;
  /** Share of the visitors who poll when the last has come. */
  polling: number;
}

/** What happens when all viewers come at once. Pure. The queue is a flow: visitors who wait less than four seconds do not poll, here they do. */
export function opening(how: Opening, { pods }: Pick<Plan, 'pods'>): Door {
  const { viewers, seconds } = how;
  const coresOf = (role: string): number =>
    (pods.find(({ name }) => name === role || name === 'all')?.count ?? 0) * FIGURES.cpuTarget;
  const arriving = viewers / seconds;
  const admitting = coresOf('live') * FIGURES.admissionsPerCore;
  const live = pods.find(({ name }) => name === 'live' || name === 'all')?.count ?? 0;
  const places = live * how.socketsPerProcess;
  const admitted = Math.min(viewers, places, admitting * seconds);
  const polling = viewers - admitted;
  const fromCache = how.cachePlaces === null ? Infinity : (how.cachePlaces * how.contests) / how.cacheSeconds;
  return {
    pages: {
      needed: Math.min(arriving, fromCache),
      available: coresOf('web') * FIGURES.pagesPerCore,
    },
    answers: {
      needed: Math.min(polling / FIGURES.pollSeconds, fromCache),
      available: coresOf('live') * FIGURES.answersPerCore,
    },
    handshakes: { needed: arriving, available: admitting },
    allAdmittedSeconds: places < viewers ? Infinity : Math.max(seconds, viewers / admitting),
    polling: polling / viewers,
  };
}
