import '@fontsource-variable/onest';
import '@/styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { TopNotice } from '@/components/page/TopNotice.tsx';
import { reloadOnLostChunk } from '@/lib/chunk-reload.ts';
import { watchConnection } from '@/lib/connection.ts';
import { replaceEarlyPage, whenReleased, isEarly, watchPresses } from '@/lib/early-page.ts';
import { startI18n } from '@/lib/i18n.ts';
import { keepInstallOffer } from '@/lib/install-offer.ts';
import { forgetServiceWorkers } from '@/lib/service-workers.ts';
import { APP_TEXTS } from '@/lib/texts/of-app.ts';
import { startTheme } from '@/lib/theme.ts';
import { router } from '@/router.tsx';

startTheme();
reloadOnLostChunk();
watchConnection();
keepInstallOffer();
if (isEarly()) watchPresses();
void forgetServiceWorkers();
// Not awaited at the top level: the chunk of texts imports this one and needs it to be evaluated first.
void startI18n(APP_TEXTS).then(show);

async function show(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const early = isEarly();
  if (early) {
    // Reports a lost connection or file meanwhile; the form that can be filled in stays.
    const notice = createRoot(root);
    notice.render(<TopNotice />);
    await router.load().catch(() => {});
    await whenReleased();
    notice.unmount();
  }
  const page = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  const render = () => createRoot(root).render(page);
  if (early) replaceEarlyPage(root, () => flushSync(render));
  else render();
}
