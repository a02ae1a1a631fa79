import type { Page } from '@playwright/test';

/** Scrolls to a height and waits until that is painted, so that parts that load when they are near have been requested. True at the end. */
export async function scrolled(page: Page, top: number): Promise<boolean> {
  return page.evaluate(async (to) => {
    window.scrollTo({ top: to, behavior: 'instant' });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  }, top);
}
