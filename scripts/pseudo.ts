import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page, type Route } from '@playwright/test';
import { build } from 'vite';
import { findChromium } from './lib/chromium.ts';
import { clippedOn } from './lib/clipped.ts';
import { explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { mustAnswer } from './stack/instance.ts';
import { pageComplete } from './lib/page-complete.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';
import { pseudo } from './lib/pseudo-text.ts';
import { stopsOf } from './lib/tour.ts';

const HELP = `npm run pseudo -- --url http://127.0.0.1:3000 [--route /auth]

Opens every public and account screen of a running instance with texts that are 40 % longer and spelled with other letters,
on a desktop and on a phone, and lists what is not a translated text and what is cut off. Ends with an error if it finds any.
`;

/** Same in every language: names, and what `Intl` makes of dates, durations and the countries of the legal pages. */
const NAMES = new Set([
  ...['Sponsio', 'Instagram', 'TikTok', 'YouTube', 'Stripe', 'Café Lumen', 'Maya Laurent', 'CL', 'ML'],
  ...['France', 'Ireland', 'United States'],
]);
const EMAIL = /^[\w.]+@[\w.]+$/u;
const BY_INTL = /^\d+ [A-Za-z]+(?: \d{4})?$/u;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

interface Findings {
  hardCoded: string[];
  clipped: string[];
}

/** The client with its English replaced; in a separate folder, the real build is unchanged. */
async function buildPseudo(outDir: string): Promise<void> {
  await build({
    root: projectRoot,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'sponsio:pseudo',
        enforce: 'pre',
        load: (id) =>
          /\/locales\/en\/[\w-]+\.json$/u.test(id)
            ? JSON.stringify(pseudo(JSON.parse(readFileSync(id, 'utf8'))))
            : null,
      },
    ],
  });
}

/** The server's answer with the files of the other build, so that headers and nonce are real. */
async function serveShell(route: Route, shell: string): Promise<void> {
  const answer = await route.fetch();
  const nonce = /'nonce-([^']+)'/u.exec(answer.headers()['content-security-policy'] ?? '')?.[1] ?? '';
  await route.fulfill({ response: answer, body: shell.replaceAll('__CSP_NONCE__', nonce) });
}

/** Runs in the page, as text: a bundler's function names do not exist there. */
const HARD_CODED = `(() => {
  const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && el.getClientRects().length > 0;
  const hardCoded = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement;
    const text = node.textContent.trim();
    if (!el || !/[A-Za-z]{2,}/.test(text) || el.closest('script,style,noscript,option,time,code,bdi,[translate=no],[lang]:not(html)') || !shown(el)) continue;
    // The demo's people, each with the address to sign in with.
    if (/@[\\w.]+\\.example/.test(el.closest('button')?.textContent || '')) continue;
    let around = el;
    for (let i = 0; i < 3 && around.parentElement && !around.textContent.includes('⟦'); i += 1) around = around.parentElement;
    if (around.textContent.replace(/⟦[^⟦⟧]*⟧/g, '').includes(text)) hardCoded.push(text.slice(0, 80));
  }
  for (const el of document.querySelectorAll('[aria-label],[placeholder],[alt],[title]')) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
      let text = el.getAttribute(name) || '';
      // A text may stand inside another.
      for (let before = ''; before !== text; ) [before, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, '').trim()];
      // A row of X is the shape of a code.
      if (/[A-Za-z]{2,}/.test(text.replace(/X{4}/g, '')) && !text.includes('@') && !el.closest('[lang]:not(html)')) hardCoded.push(name + ': ' + text.slice(0, 80));
    }
  }
  return hardCoded;
})()`;

async function inspect(page: Page): Promise<Findings> {
  const found = await page.evaluate<string[]>(HARD_CODED);
  const unnamed = found.filter(
    (text) => !BY_INTL.test(text) && !EMAIL.test(text) && !NAMES.has(text.replace(/^[\w-]+: /u, '')),
  );
  return { hardCoded: [...new Set(unnamed)], clipped: await clippedOn(page) };
}

const outDir = mkdtempSync(path.join(tmpdir(), 'sponsio-pseudo-'));
try {
  const { values } = readFlags({
    options: {
      help: { type: 'boolean' },
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      route: { type: 'string' },
    },
  });
  if (values.help) {
    print(HELP);
    process.exit(0);
  }
  await mustAnswer(values.url);
  await buildPseudo(outDir);
  const shell = readFileSync(path.join(outDir, 'index.html'), 'utf8');
  const browser = await chromium.launch({
    executablePath: (await findChromium()) ?? undefined,
    args: ['--disable-dev-shm-usage'],
  });
  const stops = [
    ...stopsOf('public', {}).map(({ address }) => address),
    '/auth?tab=sign-up',
    '/instagram/callback',
    '/no-such-page',
  ].filter((address) => !values.route || address === values.route);
  let problems = 0;
  for (const viewport of SIZES) {
    const context = await browser.newContext({ baseURL: values.url, viewport, locale: 'en', reducedMotion: 'reduce' });
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().resourceType() === 'document') return serveShell(route, shell);
      return pathname.startsWith('/assets/') ? route.fulfill({ path: path.join(outDir, pathname) }) : route.continue();
    });
    const page = await context.newPage();
    for (const address of stops) {
      await page.goto(address);
      await pageComplete(page);
      const { hardCoded, clipped } = await inspect(page);
      for (const text of hardCoded) print(`${viewport.width} ${address}  not translated: ${text}`);
      for (const text of clipped) print(`${viewport.width} ${address}  cut off: ${text}`);
      problems += hardCoded.length + clipped.length;
    }
    await context.close();
  }
  await browser.close();
  print(
    `${stops.length} screens in ${SIZES.length} sizes: ${problems === 0 ? 'every text is translated, no label is cut off' : `${problems} findings`}`,
  );
  process.exitCode = problems === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
