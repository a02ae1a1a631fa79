import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { demoRecords, signInDemo, type DemoPersona } from '../../scripts/lib/demo-session.ts';
import { stopsOf } from '../../scripts/lib/tour.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const PERSONAS: (DemoPersona | 'public')[] = ['public', 'brand', 'creator', 'staff'];
const LOOKS = [
  { lang: 'en', theme: 'light' },
  { lang: 'en', theme: 'dark' },
  { lang: 'ar', theme: 'light' },
  { lang: 'ar', theme: 'dark' },
] as const;

for (const persona of PERSONAS) {
  for (const look of LOOKS) {
    test(`${persona}, ${look.lang}, ${look.theme}: every built route opens without an error, a missing text, an axe violation or a clipped page`, async ({ browser }) => {
      test.setTimeout(240_000);
      const context = await browser.newContext({ baseURL: url, locale: look.lang, colorScheme: look.theme, reducedMotion: 'reduce' });
      await context.addInitScript(([l, t]) => {
        localStorage.setItem('sponsio.lang', l!);
        localStorage.setItem('sponsio.theme', t!);
      }, [look.lang, look.theme]);
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
          await page.goto(stop.address);
          await expect(page.locator('h1').first(), `${stop.route} has a heading`).toBeVisible();
          await expect(page.locator('html')).toHaveAttribute('dir', look.lang === 'ar' ? 'rtl' : 'ltr');
          await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect.soft(violations.map((v) => `${stop.route}: ${v.id} at ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(' | ')}`)).toEqual([]);
          const text = await page.locator('body').innerText();
          expect.soft(text.match(/\b[a-z]+:[a-z][\w]*\.[\w.]+\b/g) ?? [], `${stop.route} shows no bare key`).toEqual([]);
          expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${stop.route} fits its width`).toBeLessThanOrEqual(1);
        });
      }
      expect(errors).toEqual([]);
      await context.close();
    });
  }
}
