import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from './lib/chromium.ts';
import { explain } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';

const help = `npm run icons

Draws the app's icons, public/icons/*.png, from public/mark.svg. To be run again, and committed, when the mark changes.
`;

/** Share of a side that the mark fills; only the middle 80 % of a maskable icon are always visible. */
const ICONS = [
  { file: '192.png', size: 192, mark: 0.72, radius: 0.22 },
  { file: '512.png', size: 512, mark: 0.72, radius: 0.22 },
  { file: 'maskable-512.png', size: 512, mark: 0.54, radius: 0 },
  { file: 'apple-touch.png', size: 180, mark: 0.66, radius: 0 },
];

try {
  const { values } = readFlags({ options: { help: { type: 'boolean' } } });
  if (values.help) print(help);
  else await draw();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function draw(): Promise<void> {
  const folder = join(projectRoot, 'public', 'icons');
  const mark = readFileSync(join(projectRoot, 'public', 'mark.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath: await ensureChromium(print) });
  try {
    mkdirSync(folder, { recursive: true });
    const page = await browser.newPage({ colorScheme: 'light' });
    for (const { file, size, mark: part, radius } of ICONS) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>html,body{margin:0;background:transparent}div{width:${size}px;height:${size}px;display:grid;place-items:center;background:#fdfdfb;border-radius:${size * radius}px}svg{width:${size * part}px}</style><div>${mark}</div>`,
      );
      writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }));
    }
  } finally {
    await browser.close();
  }
  print(`${ICONS.length} icons drawn from public/mark.svg into public/icons`);
}
