import type { Page } from '@playwright/test';

/** As text: a bundler's function names do not exist in the page. */
const SETTLED = `(async () => {
  await document.fonts.ready;
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const underWay = () => document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime));
  await painted();
  while (underWay().length > 0) {
    await Promise.allSettled(underWay().map((one) => one.finished));
    await painted();
  }
})()`;

/**
 * Waits until a page is complete: the app runs (`#root[lang]` and `#early` are what the server sent), no loading state is
 * left, fonts are loaded, and no animation or transition runs, endless ones apart. An open deal keeps its event stream, so
 * the network never becomes idle.
 */
export async function pageComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('#root[lang], #early, main [aria-busy="true"]') === null);
  await page.evaluate(SETTLED);
}
