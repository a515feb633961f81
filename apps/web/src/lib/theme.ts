import { readPreference, writePreference } from './storage';
import { Store, useStore } from './store';

export type Theme = 'light' | 'dark';
const KEY = 'theme';
const device = window.matchMedia('(prefers-color-scheme: dark)');
const shown = new Store(current());

function current(): Theme {
  const chosen = readPreference(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return device.matches ? 'dark' : 'light';
}

function apply(): void {
  shown.set(current());
  document.documentElement.dataset.theme = shown.get();
}

/** Before the first render; follows the device until the person chooses. */
export function startTheme(): void {
  apply();
  device.addEventListener('change', apply);
}

export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useStore(shown);
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
