import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { LOCALES } from '../server/core/locale.ts';
import { ensureChromium } from './lib/chromium.ts';
import { explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { mustAnswer } from './stack/instance.ts';
import { print } from './lib/progress.ts';

const help = `npm run social-card [-- --url http://localhost:3000]

Makes public/social/<language>.png, 1200 × 630, from the first screen of a running start page: its promise and its deal,
without navigation and photograph. To be run again, and committed, when either changes.
`;

/** Parts that a small preview picture does not need. */
const LOOK = `
  header nav, header details, main h1 ~ *, main img, footer, [role="dialog"], p:has(+ [data-slot="deal-card"]) { display: none !important }
  main h1 { font-size: calc(88px * var(--display-scale, 1)) !important; margin-top: 96px !important }
  main > div:first-child { min-height: 630px }
  main > div:first-child > div:not([aria-hidden]), main > div:first-child > div:not([aria-hidden]) > div { min-height: 0 !important; height: 538px !important }
  [data-slot="deal-card"]:lang(zh) { font-family: "Onest Variable", "Noto Serif SC Variable" }
`;

try {
  const { values } = readFlags({
    options: { help: { type: 'boolean' }, url: { type: 'string', default: 'http://localhost:3000' } },
  });
  if (values.help) {
    print(help);
    process.exit(0);
  }
  await mustAnswer(values.url);
  mkdirSync('public/social', { recursive: true });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(print),
    args: ['--disable-dev-shm-usage'],
  });
  for (const locale of LOCALES) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, locale, colorScheme: 'light' });
    await page.goto(`${values.url}/?lang=${locale}`, { waitUntil: 'networkidle' });
    // A constructed style sheet: the page's content policy refuses style elements.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, LOOK);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `public/social/${locale}.png` });
    print(`public/social/${locale}.png`);
    await page.close();
  }
  await browser.close();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
