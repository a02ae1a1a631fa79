export const MAX_DESCRIPTION = 1_000;
export const MAX_LOCATIONS = 20;
export const MAX_COLORS = 6;
/** What creators may say of the brand, and what they must not. */
export const MAX_CLAIMS = 10;
export const MAX_CLAIM_LENGTH = 120;
/** The median of fewer answers says nothing. */
export const MIN_ANSWERS = 3;
/** Daily checks in a row that do not find the TXT record, until a verification ends. */
export const MAX_MISSES = 3;
export const MAX_COVERS = 6;
export const MAX_LINKS = 8;
export const MAX_TARGET_PLACES = 5;
export const SLUG = /^[a-z0-9]+([.-][a-z0-9]+)*$/;
export const SLUG_LENGTH = { min: 3, max: 40 } as const;

export type PictureKind = 'logo' | 'cover';
export type PictureMime = 'image/webp' | 'image/jpeg';
/** Of a picture as the browser redraws it: longer side in pixels, and bytes. */
export const PICTURE_LIMITS: Readonly<Record<PictureKind, { minSide: number; maxSide: number; maxBytes: number }>> = {
  logo: { minSide: 64, maxSide: 512, maxBytes: 200 * 1024 },
  cover: { minSide: 320, maxSide: 1_600, maxBytes: 400 * 1024 },
};

/** One entry for each line that is not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Colors as people write them, one after the other: "#1a2b3c, 445566". What is no color is kept, so that it is refused. */
export const colorsOf = (text: string): string[] =>
  text
    .split(/[\s,;،，、]+/u)
    .filter(Boolean)
    .map((color) => (/^[\da-f]{6}$/iu.test(color) ? `#${color}` : color).toLowerCase());

const channel = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (color: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => channel(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast of two colors as #rrggbb, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
/** Text of ordinary size is readable from this contrast on. */
export const MIN_CONTRAST = 4.5;

export const WHITE = '#ffffff';
export const BLACK = '#000000';

/** For each color of a kit, which of white and black text is readable on it, rounded down so that 4.49 is not 4.5. */
export const contrastsOf = (colors: readonly string[]): { color: string; white: number; black: number }[] =>
  colors.map((color) => ({
    color,
    white: Math.floor(contrastOf(color, WHITE) * 10) / 10,
    black: Math.floor(contrastOf(color, BLACK) * 10) / 10,
  }));

/** Parts of a brand profile that count, and their weight in percent. A change of the weights is a new version. */
export const COMPLETENESS = {
  version: 1,
  weights: {
    description: 20,
    logo: 15,
    verified: 15,
    website: 10,
    niches: 10,
    targets: 10,
    locations: 10,
    covers: 5,
    claims: 5,
  },
} as const;
export type CompletenessPart = keyof (typeof COMPLETENESS)['weights'];

export interface CompletenessFacts {
  description: string;
  hasLogo: boolean;
  isVerified: boolean;
  website: string | null;
  niches: number;
  hasTargets: boolean;
  locations: number;
  covers: number;
  claims: number;
}
export interface Completeness {
  version: number;
  percent: number;
  /** What is still missing, the heaviest first. */
  missing: CompletenessPart[];
}

const MIN_DESCRIPTION = 80;

/** How complete a brand's profile is. */
export function completenessOf(facts: CompletenessFacts): Completeness {
  const has: Record<CompletenessPart, boolean> = {
    description: facts.description.trim().length >= MIN_DESCRIPTION,
    logo: facts.hasLogo,
    verified: facts.isVerified,
    website: facts.website !== null,
    niches: facts.niches > 0,
    targets: facts.hasTargets,
    locations: facts.locations > 0,
    covers: facts.covers > 0,
    claims: facts.claims > 0,
  };
  const parts = Object.entries(COMPLETENESS.weights) as [CompletenessPart, number][];
  return {
    version: COMPLETENESS.version,
    percent: parts.reduce((sum, [part, weight]) => sum + (has[part] ? weight : 0), 0),
    missing: parts.filter(([part]) => !has[part]).map(([part]) => part),
  };
}
