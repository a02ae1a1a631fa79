import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { LOCALES } from '../server/core/locale.ts';
import { PERSONAS } from '../src/lib/screens.ts';
import { findChromium } from './lib/chromium.ts';
import { cookieChoiceMade } from './lib/cookie-choice.ts';
import { demoRecords, signInDemo } from './lib/demo-session.ts';
import { explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { mustAnswer } from './stack/instance.ts';
import { pageComplete } from './lib/page-complete.ts';
import { stopsOf } from './lib/tour.ts';

const HELP = `npm run screens -- [--url http://127.0.0.1:3000] [--out .data/screens] [--lang en,ar] [--theme light,dark]
                    [--size desktop,phone] [--persona public,brand,creator,agency,staff] [--route /payments]

Photographs every built route of a running demo, by persona × theme × language × viewport, into the state folder, with one
contact sheet (index.html).`;

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const { values } = readFlags({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    out: { type: 'string', default: '.data/screens' },
    lang: { type: 'string', default: 'en,ar' },
    theme: { type: 'string', default: 'light,dark' },
    size: { type: 'string', default: 'desktop,phone' },
    persona: { type: 'string', default: ['public', ...PERSONAS].join(',') },
    route: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
/** The parts of a flag; an unknown one ends the script, which would otherwise succeed without any picture. */
function chosen<T extends string>(flag: string, text: string, known: readonly T[]): T[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const unknown = parts.filter((part) => !(known as readonly string[]).includes(part));
  if (unknown.length > 0 || parts.length === 0) {
    console.error(`--${flag} does not know ${unknown.join(', ') || 'nothing'}. There are ${known.join(', ')}.`);
    process.exit(2);
  }
  return parts as T[];
}
const languages = chosen('lang', values.lang, LOCALES);
const themes = chosen('theme', values.theme, ['light', 'dark']);
const sizes = chosen('size', values.size, Object.keys(SIZES) as (keyof typeof SIZES)[]);
const personas = chosen('persona', values.persona, ['public', ...PERSONAS]);
await mustAnswer(values.url).catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
const executablePath = await findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--disable-dev-shm-usage'],
});
const shots: { file: string; label: string }[] = [];
let problems = 0;

for (const persona of personas) {
  for (const lang of languages) {
    for (const theme of themes) {
      for (const size of sizes) {
        const context: BrowserContext = await browser.newContext({
          viewport: SIZES[size],
          baseURL: values.url,
          locale: lang,
          colorScheme: theme === 'dark' ? 'dark' : 'light',
          reducedMotion: 'reduce',
        });
        await context.addInitScript(
          ([l, t]) => {
            localStorage.setItem('sponsio.lang', l!);
            localStorage.setItem('sponsio.theme', t!);
          },
          [lang, theme],
        );
        await cookieChoiceMade(context);
        if (persona !== 'public') await signInDemo(context, values.url, persona);
        const records = persona === 'public' ? {} : await demoRecords(context, values.url, persona);
        const page = await context.newPage();
        page.on('pageerror', (error) => {
          problems += 1;
          console.error(`  error on ${page.url()}: ${error.message}`);
        });
        for (const stop of stopsOf(persona, records)) {
          if (values.route && stop.route !== values.route) continue;
          await page.goto(stop.address, { waitUntil: 'load' });
          await pageComplete(page);
          const name = `${persona}_${stop.route.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}_${lang}_${theme}_${size}.png`;
          mkdirSync(values.out, { recursive: true });
          await page.screenshot({ path: path.join(values.out, name), fullPage: true });
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1,
          );
          if (wide) {
            problems += 1;
            console.error(`  wider than the screen: ${name}`);
          }
          shots.push({ file: name, label: `${persona} · ${stop.route} · ${lang} · ${theme} · ${size}` });
        }
        console.log(`${persona} ${lang} ${theme} ${size}: ${shots.length} pictures so far`);
        await context.close();
      }
    }
  }
}
await browser.close();
if (shots.length === 0) {
  console.error(`No built screen has the route ${values.route} for ${personas.join(', ')}.`);
  process.exit(1);
}
const sheet = `<!doctype html><meta charset="utf-8"><title>Sponsio: every screen</title>
<style>body{font:13px system-ui;margin:24px;background:#f6f5f1}main{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:20px}
figure{margin:0}img{width:100%;height:220px;object-fit:cover;object-position:top;border:1px solid #ddd;background:#fff}figcaption{padding-top:4px;color:#555}</style>
<h1>${shots.length} pictures</h1><main>${shots.map((s) => `<figure><a href="${s.file}"><img loading="lazy" src="${s.file}" alt=""></a><figcaption>${s.label}</figcaption></figure>`).join('')}</main>`;
writeFileSync(path.join(values.out, 'index.html'), sheet);
console.log(
  `${shots.length} pictures and one contact sheet in ${values.out}${problems ? `; ${problems} problems named above` : ''}`,
);
process.exit(problems ? 1 : 0);
