import { expect, it } from 'vitest';
import { SCENES, SPEC_TEXTS } from './spec-texts.ts';

/** Lower it whenever texts are closed; it is never raised. */
const MOST_OPEN = 26;

const open = SPEC_TEXTS.filter((row) => row.open);

it('the list of open texts only shrinks', () => {
  for (const reason of new Set(open.map((row) => row.open))) {
    const texts = open.filter((row) => row.open === reason).map(({ text }) => text);
    process.stdout.write(`${texts.length} open, ${reason}: ${texts.join(' · ')}\n`);
  }
  expect(open.length, 'texts were closed: lower MOST_OPEN').toBe(MOST_OPEN);
});

it('each text stands once in its scene and is found in one way', () => {
  const rows = SPEC_TEXTS.map(({ scene, as, text }) => `${scene} ${as} ${text}`);
  expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
});

it('each scene has something to look for', () => {
  expect(Object.keys(SCENES).filter((scene) => !SPEC_TEXTS.some((row) => row.scene === scene))).toEqual([]);
});
