import '@fontsource-variable/onest';
import '@/styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnLostChunk } from '@/lib/chunk-reload.ts';
import { startI18n } from '@/lib/i18n.ts';
import { keepInstallOffer } from '@/lib/install-offer.ts';
import { startTheme } from '@/lib/theme.ts';
import { router } from '@/router.tsx';

startTheme();
reloadOnLostChunk();
keepInstallOffer();
void forgetServiceWorkers();
// Not awaited at the top level: the chunk of texts needs this one to have run to its end.
void startI18n().then(show);

function show(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

/** Workers of earlier versions would serve old pages for ever. */
async function forgetServiceWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? [];
  for (const registration of registrations) await registration.unregister();
}
