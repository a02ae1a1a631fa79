import type { BrowserContext, Page } from '@playwright/test';
import { cookieChoiceMade } from '../../../scripts/lib/cookie-choice.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

/** A page with an answered cookie question and these entries in the browser's storage. */
export async function visitor(context: BrowserContext, more: Record<string, string> = {}): Promise<Page> {
  await cookieChoiceMade(context);
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries))
      if (!localStorage.getItem(key)) localStorage.setItem(key, value);
  }, more);
  // Kept twice: the server has it to answer in that language.
  const lang = more['sponsio.lang'];
  if (lang) await context.addCookies([{ name: 'lang', value: lang, url }]);
  return context.newPage();
}
