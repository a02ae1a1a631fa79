import type { Page } from '@playwright/test';

/** As text: names that a bundler gives to functions are not known in the page. */
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
 * Waits until a page shows what it will show: it is live (`#root[lang]` is the one that came as HTML), nothing in it says
 * that it is loading, fonts are there, nothing moves or changes its colour but what does so for ever. An open deal keeps
 * its event stream, so "no more network" would never come.
 */
export async function pageComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('#root[lang], main [aria-busy="true"]') === null);
  await page.evaluate(SETTLED);
}
