import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './storage';

export type Theme = 'light' | 'dark';
const KEY = 'theme';
const device = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function current(): Theme {
  const chosen = readPreference(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return device.matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset.theme = current();
  listeners.forEach((listener) => listener());
}

/** Before the first render; follows the device until the person chooses. */
export function startTheme(): void {
  apply();
  device.addEventListener('change', apply);
}

export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
  return {
    theme,
    toggle: () => {
      const next: Theme = theme === 'dark' ? 'light' : 'dark';
      // Choosing what the device says anyway means: follow the device again.
      writePreference(KEY, next === (device.matches ? 'dark' : 'light') ? null : next);
      apply();
    },
  };
}
