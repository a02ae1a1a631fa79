import i18next from 'i18next';
import type { Session } from '@/lib/auth.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { scopeOfScreen, type Screen } from '@/lib/screens.ts';
import { toast } from '@/lib/toast.ts';

/** Why a member of an agency, who acts for a creator, lands on the creator's home instead of this screen. */
export async function announceClosedScreen(screen: Screen, { acting, persona }: Session): Promise<void> {
  if (!acting) return;
  await loadTexts('representation', 'screens');
  const { creatorName: name, agencyName: agency } = acting;
  const scope = scopeOfScreen(screen);
  const title =
    screen.access === 'public'
      ? i18next.t(`nav:pages.${screen.title}`)
      : i18next.t(`screens:titles.${screen.titleFor?.[persona] ?? screen.title}`);
  await toast('info', i18next.t('representation:closed.title', { screen: title, name }), {
    description: scope
      ? i18next.t('representation:closed.scope', { name, scope: i18next.t(`representation:name.${scope}`) })
      : i18next.t('representation:closed.own', { name, agency }),
    about: 'closed-screen',
  });
}
