import '@fontsource-variable/onest';
import '@/styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { TopNotice } from '@/components/page/TopNotice.tsx';
import { reloadOnLostChunk } from '@/lib/chunk-reload.ts';
import { watchConnection } from '@/lib/connection.ts';
import { handOver, handsOff, isEarly, watchHands } from '@/lib/early-page.ts';
import { currentLocale, startI18n } from '@/lib/i18n.ts';
import { keepInstallOffer } from '@/lib/install-offer.ts';
import { startTheme } from '@/lib/theme.ts';
import { router } from '@/router.tsx';

startTheme();
reloadOnLostChunk();
watchConnection();
keepInstallOffer();
watchHands();
void forgetServiceWorkers();
// Not awaited at the top level: the chunk of texts imports this one and needs it to be evaluated first.
void startI18n().then(show);

async function show(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // The start page was sent as HTML: it stays until the live page replaces it in one step.
  const rendered = root.lang === currentLocale();
  if (rendered) {
    const { prepareWelcome } = await import('@/features/welcome/Welcome.tsx');
    await Promise.allSettled([router.load(), prepareWelcome()]);
  }
  const early = isEarly();
  if (early) {
    // Reports a lost connection or file meanwhile; the form that can be filled in stays.
    const notice = createRoot(root);
    notice.render(<TopNotice />);
    await router.load().catch(() => {});
    await handsOff();
    notice.unmount();
  }
  // From here on only the document's `lang` names the language.
  root.removeAttribute('lang');
  const page = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (early) {
    flushSync(() => createRoot(root).render(page));
    handOver(root);
    return;
  }
  // A page that can already be read may hydrate in small steps, which leave time for taps and scrolling.
  if (rendered) startTransition(() => createRoot(root).render(page));
  else createRoot(root).render(page);
}

/** Service workers of earlier versions would serve old pages forever. */
async function forgetServiceWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? [];
  for (const registration of registrations) await registration.unregister();
}
