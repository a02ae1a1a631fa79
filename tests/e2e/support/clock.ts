import type { Page } from '@playwright/test';

/** From here on the page's time moves only by `runFor`, until `resume`. It jumps ahead first: a clock cannot be stopped in its past. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}
