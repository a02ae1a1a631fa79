import { expect, test } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import { cookieChoiceMade } from '../../scripts/lib/cookie-choice.ts';
import { demoRecords, signInDemo, type DemoPersona } from '../../scripts/lib/demo-session.ts';
import { ceilingOf, measureFirstLoads } from '../../scripts/lib/first-load.ts';
import { pageComplete } from '../../scripts/lib/page-complete.ts';
import { recordRoutesOf, SIZES, stopsOf, viewsOf } from '../../scripts/lib/tour.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const PERSONAS: (DemoPersona | 'public')[] = ['public', 'brand', 'creator', 'agency', 'staff'];
/** `npm run tour` visits every screen in every language, theme and size; otherwise each is visited once, by one persona. */
const which = process.env['TOUR'] === 'all' ? 'all' : 'one';

for (const persona of PERSONAS) {
  test(`${persona}: every built route opens without an error, a missing text, an axe violation or a clipped page`, async ({
    browser,
  }) => {
    test.setTimeout(which === 'all' ? 0 : 240_000);
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
    if (persona !== 'public') await signInDemo(context, url, persona);
    const records = persona === 'public' ? {} : await demoRecords(context, url, persona);
    if (persona !== 'public') expect(Object.keys(records).sort()).toEqual(recordRoutesOf(persona).sort());
    if (which === 'all') await cookieChoiceMade(context);
    const errors: string[] = [];
    let seen = '';
    // One page for all visits: its process keeps the compiled scripts of the app and of axe, which are half of the work.
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(`${seen}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${seen}: ${message.text()}`);
    });
    for (const stop of stopsOf(persona, records, which)) {
      for (const view of viewsOf(stop, which)) {
        seen = `${stop.route}, ${view.lang}, ${view.theme}, ${view.size}`;
        await test.step(seen, async () => {
          const language = await page.addInitScript((lang) => localStorage.setItem('sponsio.lang', lang), view.lang);
          await page.setViewportSize(SIZES[view.size]);
          await page.emulateMedia({ colorScheme: view.theme });
          await page.goto(stop.address);
          await expect(page.locator('h1').first(), `${seen} has a heading`).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('dir', view.lang === 'ar' ? 'rtl' : 'ltr');
          await pageComplete(page);
          expect
            .soft(
              await page.evaluate(() => document.documentElement.classList.contains('dark')),
              `${seen} has its theme`,
            )
            .toBe(view.theme === 'dark');
          expect.soft(await violations(page), seen).toEqual([]);
          const text = await page.locator('body').innerText();
          expect.soft(text.match(/\b[a-z]+:[a-z][\w]*\.[\w.]+\b/g) ?? [], `${seen} shows no bare key`).toEqual([]);
          expect
            .soft(
              await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
              `${seen} fits its width`,
            )
            .toBeLessThanOrEqual(1);
          await language.dispose();
        });
      }
    }
    expect(errors).toEqual([]);
    await context.close();
  });
}

test('no first visit to a built route loads more JavaScript than it may', async ({ browser }) => {
  test.skip(which === 'all', 'the tour is about what is seen');
  test.setTimeout(240_000);
  const loads = await measureFirstLoads(browser, url, undefined, 'one');
  expect(loads.length).toBeGreaterThan(30);
  const heavy = loads.filter(({ route, bytes }) => bytes > ceilingOf(route));
  expect(heavy.map(({ route, bytes }) => `${route}: ${(bytes / 1000).toFixed(1)} KB`)).toEqual([]);
});
