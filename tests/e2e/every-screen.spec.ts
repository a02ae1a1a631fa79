import { expect, test } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import { cookieChoiceMade } from '../../scripts/lib/cookie-choice.ts';
import { demoRecords, signInDemo, type DemoPersona } from '../../scripts/lib/demo-session.ts';
import { ceilingOf, heaviestLoads, watchScripts } from '../../scripts/lib/first-load.ts';
import { pageComplete } from '../../scripts/lib/page-complete.ts';
import { recordRoutesOf, SIZES, stopsOf, viewsOf } from '../../scripts/lib/tour.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const PERSONAS: (DemoPersona | 'public')[] = ['public', 'brand', 'creator', 'agency', 'staff'];
/** `npm run tour` visits every screen in every language, theme and size; otherwise each is visited once, by one persona. */
const which = process.env['TOUR'] === 'all' ? 'all' : 'one';
/** What a page loads late is waited for while the next ones are visited. */
const PAGES = which === 'all' ? 1 : 3;

for (const persona of PERSONAS) {
  test(`${persona}: every built route opens without an error, a missing text, an axe violation or a clipped page, and loads no more JavaScript than it may`, async ({
    browser,
  }) => {
    test.setTimeout(which === 'all' ? 0 : 240_000);
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
    const contexts = [context];
    if (persona !== 'public') await signInDemo(context, url, persona);
    const records = persona === 'public' ? {} : await demoRecords(context, url, persona);
    if (persona !== 'public') expect(Object.keys(records).sort()).toEqual(recordRoutesOf(persona).sort());
    if (which === 'all') await cookieChoiceMade(context);
    const errors: string[] = [];
    const heavy: string[] = [];
    const bytesOf = heaviestLoads(url);
    // Few pages for all visits: their process keeps the compiled scripts of the app and of axe, which are half of the work.
    // Each has a browser context of its own: all count as in view, so that in one context the event streams of three pages
    // would take all its connections to the server.
    const storageState = await context.storageState();
    const places = await Promise.all(
      Array.from({ length: PAGES }, async (_, at) => {
        const own =
          at === 0 ? context : await browser.newContext({ baseURL: url, reducedMotion: 'reduce', storageState });
        if (own !== context) contexts.push(own);
        const page = await own.newPage();
        const place = { page, seen: '', scripts: watchScripts(page), quiet: Promise.resolve() };
        page.on('pageerror', (error) => errors.push(`${place.seen}: ${error.message}`));
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(`${place.seen}: ${message.text()}`);
        });
        return place;
      }),
    );
    let visits = 0;
    for (const stop of stopsOf(persona, records, which)) {
      for (const view of viewsOf(stop, which)) {
        const place = places[visits++ % PAGES]!;
        const { page, scripts } = place;
        await place.quiet;
        const seen = `${stop.route}, ${view.lang}, ${view.theme}, ${view.size}`;
        place.seen = seen;
        scripts.begin();
        await test.step(seen, async () => {
          const language = await page.addInitScript((lang) => localStorage.setItem('sponsio.lang', lang), view.lang);
          await page.setViewportSize(SIZES[view.size]);
          await page.emulateMedia({ colorScheme: view.theme });
          const answer = await page.goto(stop.address);
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
          if (which === 'all') return;
          const html = (await answer?.text()) ?? '';
          place.quiet = scripts.untilQuiet().then(async (loaded) => {
            const bytes = await bytesOf(loaded, html);
            if (bytes > ceilingOf(stop.route)) heavy.push(`${stop.route}: ${(bytes / 1000).toFixed(1)} KB`);
          });
        });
      }
    }
    await Promise.all(places.map(({ quiet }) => quiet));
    expect(heavy).toEqual([]);
    expect(errors).toEqual([]);
    await Promise.all(contexts.map((one) => one.close()));
  });
}
