import { expect, test } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import { demoRecords, signInDemo, type DemoPersona } from '../../scripts/lib/demo-session.ts';
import { pageComplete } from '../../scripts/lib/page-complete.ts';
import { stopsOf } from '../../scripts/lib/tour.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const PERSONAS: (DemoPersona | 'public')[] = ['public', 'brand', 'creator', 'agency', 'staff'];

for (const persona of PERSONAS) {
  for (const lang of ['en', 'ar'] as const) {
    test(`${persona}, ${lang}: every built route opens, light and dark, without an error, a missing text, an axe violation or a clipped page`, async ({ browser }) => {
      test.setTimeout(360_000);
      const context = await browser.newContext({ baseURL: url, locale: lang, colorScheme: 'light', reducedMotion: 'reduce' });
      await context.addInitScript((code) => localStorage.setItem('sponsio.lang', code), lang);
      if (persona !== 'public') await signInDemo(context, url, persona);
      const records = persona === 'public' ? {} : await demoRecords(context, url, persona);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
      });
      for (const stop of stopsOf(persona, records)) {
        await test.step(stop.route, async () => {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(stop.address);
          await expect(page.locator('h1').first(), `${stop.route} has a heading`).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr');
          await pageComplete(page);
          expect.soft(await violations(page), `${stop.route}, light`).toEqual([]);
          const text = await page.locator('body').innerText();
          expect.soft(text.match(/\b[a-z]+:[a-z][\w]*\.[\w.]+\b/g) ?? [], `${stop.route} shows no bare key`).toEqual([]);
          expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${stop.route} fits its width`).toBeLessThanOrEqual(1);
          // The same elements in other colours: only what depends on colour is looked at again.
          await page.emulateMedia({ colorScheme: 'dark' });
          await expect(page.locator('html')).toHaveClass(/\bdark\b/u);
          await pageComplete(page);
          expect.soft(await violations(page, ['color-contrast', 'link-in-text-block']), `${stop.route}, dark`).toEqual([]);
        });
      }
      expect(errors).toEqual([]);
      await context.close();
    });
  }
}
