import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Crumb } from '@/components/page/PageHeader.tsx';
import { useScreenTitle } from '@/lib/screen-title.ts';
import { areaOf, isBuilt, namedScreen, type Persona, screenOf } from '@/lib/screens.ts';

/** The area and the screen of the address, each with a link unless it is this page. */
export function useScreenCrumbs(persona: Persona): readonly Crumb[] {
  const { t } = useTranslation('screens');
  const titleOf = useScreenTitle();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const screen = screenOf(pathname);
  const area = areaOf(pathname, persona);
  const landing = area?.screens[0];
  if (!screen || !area || !landing) return [];
  const isRecord = namedScreen(pathname) === null;
  const label = titleOf(screen, persona);
  const last: Crumb = isRecord && isBuilt(screen) ? { label, link: { to: screen.path } } : { label };
  const name = t(`areas.${area.id}`);
  if (name === label) return [last];
  return [landing.path === screen.path ? { label: name } : { label: name, link: { to: landing.path } }, last];
}
