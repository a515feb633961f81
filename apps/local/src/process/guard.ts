import { spawn } from 'node:child_process';

/**
 * A tiny shell that outlives us only to stop one server: it waits on a pipe, and when this process is gone without a word
 * (`kill -9`) it signals the server. Node.js children see their message channel close and need none.
 * @returns a function that dismisses the guard
 */
export function guardProcess(pid: number, signal: 'INT' | 'TERM'): () => void {
  if (process.platform === 'win32') return () => {};
  const guard = spawn(
    '/bin/sh',
    ['-c', 'read -r _ || kill -s "$1" "$2"', 'abato-guard', signal, String(pid)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    },
  );
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return () => guard.stdin.end('\n');
}
