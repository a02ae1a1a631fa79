import { useTranslation } from 'react-i18next';
import type { Persona, Screen } from '@/lib/screens.ts';

/** The title of a screen; public pages have theirs in the texts that every page loads. */
export function useScreenTitle(): (screen: Screen, persona?: Persona) => string {
  const { t: nav } = useTranslation('nav');
  const { t } = useTranslation('screens');
  return (screen, persona) =>
    screen.access === 'public'
      ? nav(`pages.${screen.title}`)
      : t(`titles.${(persona && screen.titleFor?.[persona]) || screen.title}`);
}
