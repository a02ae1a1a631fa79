import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { muxMp4 } from './mp4.ts';
import { readFlags } from '../lib/flags.ts';

/** Draws the short clips of the demo's review room from its pictures. The results are committed; run it to change them. */

const ASSETS = new URL('../../db/seed/assets/', import.meta.url);
const WIDTH = 432;
const HEIGHT = 768;
const FPS = 20;
const SECONDS_PER_PICTURE = 2;

const CLIPS: Record<string, { pictures: [string, string, string]; captions: [string, string, string] }> = {
  'reel-first-cut.mp4': {
    pictures: ['mugs.webp', 'coffee.webp', 'oranges.webp'],
    captions: ['Three new cups', 'Cardamom latte', 'Orange and rosemary'],
  },
  'reel-second-cut.mp4': {
    pictures: ['bowls.webp', 'coffee.webp', 'mugs.webp'],
    captions: ['Rue des Capucins, 8 a.m.', 'Cardamom latte', 'Until the end of November'],
  },
  'sunday-plate.mp4': {
    pictures: ['loaf.webp', 'bowls.webp', 'stems.webp'],
    captions: ['Out of the oven', 'Sunday, slowly', 'See you at eleven'],
  },
};

interface Encoded {
  avcc: number[];
  samples: { bytes: number[]; key: boolean }[];
}

/** Runs in the browser: slow pans over the pictures, cross-faded, one line of text, encoded frame by frame. */
async function drawAndEncode(input: {
  pictures: string[];
  captions: string[];
  width: number;
  height: number;
  fps: number;
  secondsPerPicture: number;
}): Promise<Encoded> {
  const { width, height, fps, secondsPerPicture } = input;
  const pictures = await Promise.all(
    input.pictures.map(async (url) => createImageBitmap(await (await fetch(url)).blob())),
  );
  const canvas = new OffscreenCanvas(width, height);
  const g = canvas.getContext('2d')!;
  const encoded: Encoded = { avcc: [], samples: [] };
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      const description = meta?.decoderConfig?.description;
      if (description && encoded.avcc.length === 0) encoded.avcc = [...new Uint8Array(description as ArrayBuffer)];
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      encoded.samples.push({ bytes: [...bytes], key: chunk.type === 'key' });
    },
    error(error) {
      throw error;
    },
  });
  encoder.configure({
    codec: 'avc1.42001f',
    width,
    height,
    bitrate: 260_000,
    framerate: fps,
    avc: { format: 'avc' },
    latencyMode: 'quality',
  });
  const frames = pictures.length * secondsPerPicture * fps;
  for (let i = 0; i < frames; i += 1) {
    const at = i / fps;
    g.globalAlpha = 1;
    for (const [n, picture] of pictures.entries()) {
      const local = at - n * secondsPerPicture;
      if (local < -0.3 || local > secondsPerPicture) continue;
      const progress = (local + 0.3) / (secondsPerPicture + 0.3);
      const scale = Math.max(width / picture.width, height / picture.height) * (1.06 + 0.12 * progress);
      const [w, h] = [picture.width * scale, picture.height * scale];
      g.globalAlpha = n === 0 ? 1 : Math.min(1, (local + 0.3) / 0.3);
      g.drawImage(picture, (width - w) / 2 + (n % 2 === 0 ? -1 : 1) * 14 * (progress - 0.5), (height - h) / 2, w, h);
    }
    g.globalAlpha = 1;
    const shade = g.createLinearGradient(0, height * 0.7, 0, height);
    shade.addColorStop(0, 'rgba(20,16,12,0)');
    shade.addColorStop(1, 'rgba(20,16,12,0.6)');
    g.fillStyle = shade;
    g.fillRect(0, height * 0.7, width, height * 0.3);
    g.fillStyle = '#fff';
    g.font = '600 30px system-ui, sans-serif';
    g.fillText(
      input.captions[Math.min(input.captions.length - 1, Math.floor(at / secondsPerPicture))]!,
      28,
      height - 56,
    );
    const frame = new VideoFrame(canvas, { timestamp: Math.round((i * 1e6) / fps), duration: Math.round(1e6 / fps) });
    encoder.encode(frame, { keyFrame: i % (fps * 2) === 0 });
    frame.close();
    if (encoder.encodeQueueSize > 8) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await encoder.flush();
  encoder.close();
  return encoded;
}

const { values } = readFlags({
  options: { help: { type: 'boolean', default: false }, chromium: { type: 'string', default: '/usr/bin/chromium' } },
});
if (values.help) {
  console.log(
    'npx tsx scripts/seed-assets/clips.ts [--chromium PATH]\n\nDraws db/seed/assets/*.mp4 again from the pictures beside them, with a Chromium that can encode H.264.',
  );
} else {
  const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  // WebCodecs are there in secure contexts only, which localhost is.
  await page.route('http://localhost:9/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('http://localhost:9/');
  for (const [name, { pictures, captions }] of Object.entries(CLIPS)) {
    const urls = pictures.map(
      (file) => `data:image/webp;base64,${readFileSync(new URL(file, ASSETS)).toString('base64')}`,
    );
    const { avcc, samples } = await page.evaluate(drawAndEncode, {
      pictures: urls,
      captions,
      width: WIDTH,
      height: HEIGHT,
      fps: FPS,
      secondsPerPicture: SECONDS_PER_PICTURE,
    });
    const bytes = muxMp4({
      width: WIDTH,
      height: HEIGHT,
      framesPerSecond: FPS,
      avcc: Uint8Array.from(avcc),
      samples: samples.map((s) => ({ bytes: Uint8Array.from(s.bytes), key: s.key })),
    });
    writeFileSync(new URL(name, ASSETS), bytes);
    console.log(`${name}: ${samples.length} frames, ${Math.round(bytes.length / 1024)} kB`);
  }
  await browser.close();
}
