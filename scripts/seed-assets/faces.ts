import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { readFlags } from '../lib/flags.ts';

/** Cuts the pictures that the demo's people show beside their names out of its still lifes. The results are committed; run it to change them. */

const ASSETS = new URL('../../db/seed/assets/', import.meta.url);
const SIDE = 144;

/** Person → still life, and the square of it: middle and side as parts of the picture's width. */
const CUTS: Record<string, [picture: string, x: number, y: number, side: number]> = {
  maya: ['oranges.webp', 0.51, 0.6, 0.72],
  hugo: ['loaf.webp', 0.5, 0.55, 0.8],
  jade: ['bowls.webp', 0.41, 0.54, 0.62],
  bastien: ['mugs.webp', 0.3, 0.98, 0.6],
  camille: ['stems.webp', 0.5, 0.34, 0.64],
  mei: ['wool.webp', 0.46, 0.66, 0.9],
  aicha: ['stems.webp', 0.52, 0.84, 0.6],
  nadia: ['coffee.webp', 0.5, 0.54, 0.56],
  ines: ['mugs.webp', 0.5, 0.27, 0.5],
  elena: ['bowls.webp', 0.75, 0.34, 0.5],
};

const { values } = readFlags({
  options: { help: { type: 'boolean', default: false }, chromium: { type: 'string', default: '/usr/bin/chromium' } },
});
if (values.help) {
  console.log(
    'npx tsx scripts/seed-assets/faces.ts [--chromium PATH]\n\nCuts db/seed/assets/faces/*.webp again out of the pictures beside them.',
  );
} else {
  mkdirSync(new URL('faces/', ASSETS), { recursive: true });
  const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  for (const [name, [picture, x, y, side]] of Object.entries(CUTS)) {
    const url = `data:image/webp;base64,${readFileSync(new URL(picture, ASSETS)).toString('base64')}`;
    const cut = await page.evaluate(
      async (input) => {
        const image = await createImageBitmap(await (await fetch(input.url)).blob());
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = input.px;
        const from = input.side * image.width;
        canvas
          .getContext('2d')!
          .drawImage(
            image,
            input.x * image.width - from / 2,
            input.y * image.width - from / 2,
            from,
            from,
            0,
            0,
            input.px,
            input.px,
          );
        return canvas.toDataURL('image/webp', 0.8);
      },
      { url, x, y, side, px: SIDE },
    );
    const bytes = Buffer.from(cut.slice(cut.indexOf(',') + 1), 'base64');
    writeFileSync(new URL(`faces/${name}.webp`, ASSETS), bytes);
    console.log(`${name}.webp: ${(bytes.length / 1024).toFixed(1)} kB`);
  }
  await browser.close();
}
