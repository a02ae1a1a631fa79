import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { decompress } from 'wawoff2';

/*
 * The faces contracts and documents are set in, out of the installed font packages: Onest for Latin and Cyrillic, Plex Sans Arabic for
 * Arabic, Noto Serif SC for Chinese, which comes in about a hundred pieces by character range. A piece is opened when a
 * character first needs it and kept for the life of the process.
 */

const require = createRequire(import.meta.url);
const filesOf = (name: string): string => join(dirname(require.resolve(`${name}/package.json`)), 'files');

export interface Face {
  /** Name under which a document registers it. */
  name: string;
  /** A plain TrueType file. */
  data: Buffer;
}

type Ranges = readonly (readonly [number, number])[];

interface Source {
  name: string;
  path: string;
  ranges: Ranges;
}

const LATIN: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
];
const LATIN_EXT: Ranges = [
  [0x100, 0x24f],
  [0x259, 0x259],
  [0x1e00, 0x1eff],
  [0x20a0, 0x20ab],
  [0x20ad, 0x20c0],
];
const CYRILLIC: Ranges = [
  [0x301, 0x301],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x4b0, 0x4b1],
  [0x2116, 0x2116],
];
const ARABIC: Ranges = [
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x8a0, 0x8ff],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
];

const onest = (piece: string): string =>
  join(filesOf('@fontsource-variable/onest'), `onest-${piece}-wght-normal.woff2`);

function parseRanges(css: string): Ranges {
  return css.split(',').map((part) => {
    const [from = '0', to = from] = part.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
}

function chinesePieces(): Source[] {
  const folder = filesOf('@fontsource-variable/noto-serif-sc');
  const pieces = JSON.parse(readFileSync(join(folder, '..', 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(pieces)
    .filter(([piece]) => piece.startsWith('['))
    .map(([piece, css]) => ({
      name: `han-${piece.slice(1, -1)}`,
      path: join(folder, `noto-serif-sc-${piece.slice(1, -1)}-wght-normal.woff2`),
      ranges: parseRanges(css),
    }));
}

let sources: Source[] | undefined;
const opened = new Map<string, Promise<Face>>();

function allSources(): Source[] {
  sources ??= [
    { name: 'latin', path: onest('latin'), ranges: LATIN },
    { name: 'latin-ext', path: onest('latin-ext'), ranges: LATIN_EXT },
    { name: 'cyrillic', path: onest('cyrillic'), ranges: CYRILLIC },
    {
      name: 'arabic',
      path: join(filesOf('@fontsource/ibm-plex-sans-arabic'), 'ibm-plex-sans-arabic-arabic-400-normal.woff2'),
      ranges: ARABIC,
    },
    ...chinesePieces(),
  ];
  return sources;
}

function open(source: Source): Promise<Face> {
  let face = opened.get(source.name);
  if (!face) {
    // The PDF library's font reader cannot read the transformed outlines of WOFF2.
    face = readFile(source.path)
      .then(decompress)
      .then((data) => ({ name: source.name, data: Buffer.from(data) }));
    opened.set(source.name, face);
    face.catch(() => opened.delete(source.name));
  }
  return face;
}

/** The face of each character that some face has. */
export async function facesFor(characters: Iterable<string>): Promise<Map<string, Face>> {
  const found = new Map<string, Face>();
  for (const character of new Set(characters)) {
    const codePoint = character.codePointAt(0) ?? 0;
    const source = allSources().find((s) => s.ranges.some(([from, to]) => codePoint >= from && codePoint <= to));
    if (source) found.set(character, await open(source));
  }
  return found;
}

/** Shown for a character that no face has, an emoji for instance. */
export const MISSING = '?';
