import '@fontsource-variable/onest';
import '@/styles/app.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { StartPage } from '@/features/welcome/StartPage.tsx';
import { placeOf, replacePage } from '@/features/welcome/replace-page.ts';
import { preloadWelcome } from '@/features/welcome/Welcome.tsx';
import { reloadOnLostChunk } from '@/lib/chunk-reload.ts';
import { watchConnection } from '@/lib/connection.ts';
import { whenReleased, watchPresses } from '@/lib/early-page.ts';
import { startI18n } from '@/lib/i18n.ts';
import { keepInstallOffer } from '@/lib/install-offer.ts';
import { forgetServiceWorkers } from '@/lib/service-workers.ts';
import { START_TEXTS } from '@/lib/texts/of-start.ts';
import { startTheme } from '@/lib/theme.ts';

startTheme();
reloadOnLostChunk();
watchConnection();
keepInstallOffer();
watchPresses();
void forgetServiceWorkers();
void startI18n(START_TEXTS).then(show);

/**
 * The start page was sent as HTML. The live page is rendered beside the document, in small steps that leave time for
 * taps and scrolling, and takes its place in one step while no button and no key is down.
 */
async function show(): Promise<void> {
  await preloadWelcome().catch(() => {});
  const { sent, live } = placeOf(document);
  const shown = async () => {
    await complete(live).catch(() => {});
    replacePage(sent, live);
  };
  startTransition(() =>
    createRoot(live).render(
      <StrictMode>
        <StartPage onShown={() => void shown()} />
      </StrictMode>,
    ),
  );
}

/** Resolves when no press is open, and no part is missing of a page that was scrolled meanwhile. */
async function complete(live: HTMLElement): Promise<void> {
  await whenReleased();
  if (window.scrollY === 0 || !live.querySelector('main > div[id]:empty')) return;
  await preloadWelcome();
  // React renders the parts that have come in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  await complete(live);
}
