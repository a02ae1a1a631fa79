import { useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'sponsio.theme';
const { announce, subscribe } = announcer();
const systemDark = typeof window === 'undefined' ? null : window.matchMedia('(prefers-color-scheme: dark)');

/** Follows the system until the user chooses. The script in index.html sets the class before the first paint. */
export function startTheme(): void {
  applyTheme();
  systemDark?.addEventListener('change', applyTheme);
  // Another tab may switch the theme.
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) applyTheme();
  });
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    chosen = theme;
  }
  applyTheme();
}

export function useTheme(): { theme: Theme; resolved: 'light' | 'dark' } {
  const theme = useSyncExternalStore(subscribe, readTheme, () => 'system' as const);
  const resolved = useSyncExternalStore(subscribe, readResolved, () => 'light' as const);
  return { theme, resolved };
}

/** The choice of this visit where storage is forbidden. */
let chosen: Theme = 'system';

function readTheme(): Theme {
  try {
    const saved = window.localStorage.getItem(STORAGE_KEY);
    return saved === 'light' || saved === 'dark' ? saved : chosen;
  } catch {
    return chosen;
  }
}

function readResolved(): 'light' | 'dark' {
  const theme = readTheme();
  if (theme !== 'system') return theme;
  return systemDark?.matches ? 'dark' : 'light';
}

function applyTheme(): void {
  document.documentElement.classList.toggle('dark', readResolved() === 'dark');
  announce();
}
