import { crowdRuleFor, type CrowdSettings, type PaceSettings, pauseFor } from '@abato/live';
import type { SettingName } from '@abato/platform';
import type { Operator } from '../operator.js';
import { FIGURES } from './figures.js';

/** Settings that say how often viewers are sent counts, and which. */
export const MESSAGE_SETTINGS = [
  'LIVE_INTERVAL_MS',
  'LIVE_SLOW_INTERVAL_MS',
  'LIVE_SLOW_VIEWERS',
  'LIVE_LEADERS',
  'LIVE_LEADERS_VIEWERS',
  'LIVE_LEADERS_CONTESTANTS',
  'LIVE_REST_INTERVAL_MS',
] as const satisfies readonly SettingName[];
export type MessageSettings = PaceSettings & CrowdSettings;

/** What these settings are for an operator's command, which must name them among its own. */
export function messageSettings(operator: Pick<Operator, 'setting'>): MessageSettings {
  return Object.fromEntries(
    MESSAGE_SETTINGS.map((name) => [name, operator.setting(name)]),
  ) as MessageSettings;
}

export interface Audience {
  /** Of the contest, over all processes. */
  viewers: number;
  /** Contestants whose counts change between two messages; also taken as the contest's size. */
  contestants: number;
  /** Categories that these are spread over. */
  categories: number;
}

/** What the viewers of one contest are sent. Sizes without what the network adds. */
export interface Messages {
  pauseMs: number;
  /** Bytes of a message that names all that changed. */
  allBytes: number;
  /** Bytes of a message that names the first places only (ADR 149), and how much later one with all follows; null where every message has all. */
  first: { bytes: number; restMs: number } | null;
}

export function messagesTo(
  { viewers, contestants, categories }: Audience,
  settings: MessageSettings,
): Messages {
  const rule = crowdRuleFor(viewers, contestants, settings);
  return {
    pauseMs: pauseFor(viewers, settings),
    allBytes: frameOf(contestants),
    first: rule && { bytes: frameOf(Math.min(contestants, rule.first * categories)), restMs: rule.restMs },
  };
}

/** Bytes a second to one viewer, the heads of packets included. */
export function bytesPerSecondOf({ pauseMs, allBytes, first }: Messages): number {
  const perSecond = 1000 / pauseMs;
  const withAll = first ? Math.min(perSecond, 1000 / first.restMs) : perSecond;
  const all = withAll * (allBytes + FIGURES.packetBytes);
  return all + (perSecond - withAll) * ((first?.bytes ?? 0) + FIGURES.packetBytes);
}

function frameOf(contestants: number): number {
  return FIGURES.frameHeadBytes + contestants * FIGURES.bytesPerContestant;
}
