import type { BrowserContext } from '@playwright/test';
import { CONSENT_VERSION } from '../../server/features/consents/rules.ts';

/** Stores the choice "necessary only", made `msAgo`, in a browser, so that pages open without the cookie dialog. */
export async function cookieChoiceMade(context: BrowserContext, msAgo = 0): Promise<void> {
  const consent = {
    id: '019aa000-0000-7000-8000-00000000c0de',
    version: CONSENT_VERSION,
    at: new Date(Date.now() - msAgo).toISOString(),
    locale: 'en',
    categories: [],
    action: 'necessary',
    proven: true,
  };
  await context.addInitScript((text) => {
    if (!localStorage.getItem('sponsio.consent')) localStorage.setItem('sponsio.consent', text);
  }, JSON.stringify(consent));
}
