import type { BrowserContext } from '@playwright/test';
import { CONSENT_VERSION } from '../../server/features/consents/rules.ts';

/** Lets a browser begin as after a visit, `msAgo`, in which only the necessary was allowed: pages come without the question. */
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
