import type { VoteWindow } from '@abato/contracts';
import { windowTexts as t } from '@/texts/en/vote-window';
import { formatDate } from './format';
import { serverNow, useServerTime } from './server-time';

/**
 * The window in which votes count several times now, else the next one; the page follows at the second.
 * @param windows absent in an answer that the release before this one gave
 */
export function useVoteWindow(windows: readonly VoteWindow[] = []): VoteWindow | undefined {
  const at = (now: number) => windows.find(({ until }) => Date.parse(until) > now);
  const edge = (now: number) => {
    const window = at(now);
    return window && Math.min(...[window.from, window.until].map(Date.parse).filter((time) => time > now));
  };
  return at(useServerTime(edge));
}

/** `Double votes today 20:00–21:00`, in Ghana time. */
export function windowText({ from, until, multiplier }: VoteWindow, today = formatDate(serverNow())): string {
  const day = (time: string) => (formatDate(time) === today ? t.today : formatDate(time));
  const clock = (time: string) => time.slice(11, 16);
  // A window that ends at midnight ends on its day.
  const last = new Date(Date.parse(until) - 1).toISOString();
  const end = formatDate(last) === formatDate(from) ? `–${clock(until)}` : ` – ${day(until)} ${clock(until)}`;
  return `${t.votes[multiplier - 2]} ${day(from)} ${clock(from)}${end}`;
}
