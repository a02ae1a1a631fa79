import type { BrowserContext, Page } from '@playwright/test';
import { cookieChoiceMade } from '../../../scripts/lib/cookie-choice.ts';

/** A page of somebody who answered the cookie question before, with these entries in the browser's storage. */
export async function visitor(context: BrowserContext, more: Record<string, string> = {}): Promise<Page> {
  await cookieChoiceMade(context);
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) if (!localStorage.getItem(key)) localStorage.setItem(key, value);
  }, more);
  return context.newPage();
}
