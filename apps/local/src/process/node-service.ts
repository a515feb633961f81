import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import type { ServiceSpec } from './service.js';

/** First start on a slow machine, module loading included. */
const READY_WITHIN_MS = 180_000;
/** The processes give up stopping by themselves after 25 s. */
const STOP_WITHIN_MS = 27_000;

/**
 * One of our own Node.js processes. It says `{ type: 'ready' }` over its message channel when it listens, and ends when the
 * channel closes. It lives in a process group of its own, so that Ctrl-C reaches it in our order and not all at once.
 */
export function nodeService(
  name: string,
  entry: string,
  env: Record<string, string>,
  preload?: string,
): ServiceSpec {
  return {
    name,
    readyWithinMs: READY_WITHIN_MS,
    stopSignal: 'SIGTERM',
    stopWithinMs: STOP_WITHIN_MS,
    lastResort: 'SIGKILL',
    launch: () =>
      fork(entry, [], {
        env,
        execArgv: ['--enable-source-maps', ...(preload ? [`--import=${preload}`] : [])],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        detached: true,
      }),
    ready: saysReady,
  };
}

async function saysReady(child: ChildProcess, signal: AbortSignal): Promise<void> {
  for await (const [message] of on(child, 'message', { signal }))
    if ((message as { type?: unknown } | null)?.type === 'ready') return;
}
