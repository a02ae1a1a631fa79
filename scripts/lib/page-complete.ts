import type { Page } from '@playwright/test';

/**
 * Waits until a page shows what it will show: nothing in it says that it is loading, fonts are there, colours have
 * stopped changing. An open deal keeps its event stream, so "no more network" would never come.
 */
export async function pageComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 200))));
}
