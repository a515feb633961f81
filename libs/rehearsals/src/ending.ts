import type { RehearsalResult } from '@abato/contracts';
import type { LoadReport, Phase } from './load/index.mjs';
import type { Ending } from './rehearsals.repository.js';

const LONGEST_FAILURE = 300;

/** Why a load could not be made, by what was under way: organisers read it, so it names no address of the installation. */
const FAILED: Record<Phase, string> = {
  contest: 'Its contest could not be made.',
  visible: 'The platform did not show its contest at the address where the load is sent.',
  viewers: 'The viewers could not connect, or were not answered.',
  votes: 'The votes could not be sent.',
  count: 'The votes could not be counted.',
};

/** The reason of a stop that no person wants: voters of others need the platform. */
export class Hindrance extends Error {}

/** What may end a rehearsal before its time. */
export interface Signals {
  /** A person wants its end, or a {@link Hindrance} is its reason. */
  stop: AbortSignal;
  /** The worker ends. */
  worker: AbortSignal;
  /** It takes much longer than it was asked for. */
  late: AbortSignal;
}

/** How a load that was made ended. Whether it was stopped is decided where it ends: a stop that comes later changes nothing. */
export function endingOf(report: LoadReport, { stop }: Pick<Signals, 'stop'>): Ending {
  const result = resultOf(report);
  return report.stopped ? { ...stoppedBy(stop), result } : { state: 'DONE', result };
}

function stoppedBy({ reason }: AbortSignal): Ending {
  return { state: 'STOPPED', ...(reason instanceof Hindrance && { reason: reason.message }) };
}

/** How a load ended that could not be made, or not to its end. */
export function endingAfter(error: unknown, { stop, worker, late }: Signals): Ending {
  if (worker.aborted) return { state: 'INTERRUPTED', reason: 'The worker that ran it was stopped.' };
  if (stop.aborted) return stoppedBy(stop);
  if (late.aborted) return { state: 'FAILED', reason: 'It did not end in time.' };
  const { phase = 'votes' } = error as { phase?: Phase };
  return { state: 'FAILED', reason: FAILED[phase] };
}

function resultOf({ votes, viewers, milliseconds, verdict, seconds, asked }: LoadReport): RehearsalResult {
  const shown = ({ p50, p95, p99, max }: LoadReport['milliseconds']['answer']) => ({ p50, p95, p99, max });
  return {
    seconds,
    sent: votes.sent,
    acknowledged: votes.accepted,
    refused: votes.refused,
    unanswered: votes.unanswered,
    counted: votes.counted,
    lost: votes.lost,
    perSecond: votes.perSecond,
    brokenConnections: votes.brokenConnections,
    closedIdle: votes.closedIdle,
    viewersLost: viewers.lost,
    allUpToDate: viewers.allUpToDate,
    answer: shown(milliseconds.answer),
    screen: shown(milliseconds.screen),
    firstFailure: votes.firstFailure?.slice(0, LONGEST_FAILURE) ?? null,
    verdict: verdict && {
      ready: verdict.ready,
      voters: verdict.voters,
      viewers: asked.viewers,
      reasons: verdict.reasons,
    },
  };
}
