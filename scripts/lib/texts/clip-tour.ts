import type { Browser } from '@playwright/test';
import { LOCALES, type Locale } from '../../../server/core/locale.ts';
import { clippedOn } from '../clipped.ts';
import { cookieChoiceMade } from '../cookie-choice.ts';
import { demoRecords, signInDemo, type DemoPersona } from '../demo-session.ts';
import { pageComplete } from '../page-complete.ts';
import { stopsOf } from '../tour.ts';

/** A narrow phone, and a window of 1,280 pixels at 200 % zoom. */
const WIDTHS = [320, 640] as const;
const PERSONAS: readonly (DemoPersona | 'public')[] = ['public', 'brand', 'creator', 'agency', 'staff'];

export interface Clipped {
  persona: string;
  route: string;
  locale: Locale;
  width: number;
  texts: string[];
}

/**
 * Opens every built route as each persona in each language and both widths; calls `seen` after each page and `found` at
 * once for each with clipped texts, so that an interrupted tour has reported what it saw.
 */
export async function clipTour(
  browser: Browser,
  url: string,
  {
    locales = LOCALES,
    seen,
    found,
  }: { locales?: readonly Locale[]; seen: (pages: number) => void; found: (page: Clipped) => void },
): Promise<{ pages: number; clipped: number }> {
  let clipped = 0;
  let pages = 0;
  for (const persona of PERSONAS) {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
    if (persona !== 'public') await signInDemo(context, url, persona);
    const records = persona === 'public' ? {} : await demoRecords(context, url, persona);
    await cookieChoiceMade(context);
    for (const { route, address } of stopsOf(persona, records)) {
      for (const locale of locales) {
        const page = await context.newPage();
        await page.addInitScript((lang) => localStorage.setItem('sponsio.lang', lang), locale);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          if (width === WIDTHS[0]) await page.goto(address);
          await pageComplete(page);
          const texts = await clippedOn(page);
          if (texts.length > 0) {
            clipped += 1;
            found({ persona, route, locale, width, texts });
          }
          pages += 1;
          seen(pages);
        }
        await page.close();
      }
    }
    await context.close();
  }
  return { pages, clipped };
}
