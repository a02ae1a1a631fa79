import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MONEY_STATES } from '../server/features/escrow/milestone/shown/rules.ts';

const css = readFileSync('src/styles/tokens.css', 'utf8');
const THEMES = { light: tokensOf(':root'), dark: { ...tokensOf(':root'), ...tokensOf('.dark') } } as const;
const GROUNDS = ['background', 'card', 'popover'];

/** Foreground, ground, least ratio: 4.5 for text, 3 for edges of controls, icons, bars and series (WCAG 2.2 AA). */
function pairs(): [string, string, number][] {
  const list: [string, string, number][] = [];
  const text = (color: string, ...grounds: string[]) => grounds.forEach((ground) => list.push([color, ground, 4.5]));
  const shape = (color: string, ...grounds: string[]) => grounds.forEach((ground) => list.push([color, ground, 3]));
  text('foreground', ...GROUNDS, 'muted', 'accent', 'secondary', 'paper', 'sidebar', 'sidebar-accent');
  text('muted-foreground', ...GROUNDS, 'muted', 'accent', 'paper', 'sidebar');
  text('primary-foreground', 'primary', 'primary-hover');
  text('money-foreground', 'money', 'money-hover');
  text('destructive-foreground', 'destructive');
  text('destructive', ...GROUNDS);
  text('urgent', ...GROUNDS);
  text('sidebar-foreground', 'sidebar', 'sidebar-accent');
  text('field-foreground', 'field');
  text('ink-field-foreground', 'ink-field');
  text('ink-field-muted', 'ink-field');
  shape('input', ...GROUNDS, 'accent');
  shape('ring', ...GROUNDS, 'muted', 'sidebar', 'paper');
  shape('money-border', 'background');
  for (const state of MONEY_STATES) {
    text(`${state}-foreground`, `${state}-surface`, ...GROUNDS, 'accent');
    shape(state, ...GROUNDS);
  }
  for (const series of [1, 2, 3, 4, 5]) shape(`chart-${series}`, 'background', 'card');
  return list;
}

describe('colour tokens keep their contrast', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`in ${theme}`, () => {
      const tokens = THEMES[theme];
      const failures = pairs()
        .map(([color, ground, least]) => ({
          color,
          ground,
          least,
          ratio: contrast(colorOf(tokens, color), colorOf(tokens, ground)),
        }))
        .filter(({ ratio, least }) => ratio < least);
      expect(failures).toEqual([]);
    });
  }

  it('all lie inside sRGB', () => {
    for (const tokens of Object.values(THEMES)) {
      for (const name of Object.keys(tokens)) {
        if (!/^oklch\([\d. ]+\)$/u.test(tokens[name] ?? '')) continue;
        for (const channel of colorOf(tokens, name)) expect(channel, name).toBeGreaterThan(-0.002);
        for (const channel of colorOf(tokens, name)) expect(channel, name).toBeLessThan(1.002);
      }
    }
  });

  it('names exist as utilities', () => {
    for (const state of MONEY_STATES)
      for (const part of ['', '-surface', '-foreground'])
        expect(css).toContain(`--color-${state}${part}: var(--${state}${part})`);
  });
});

describe('interface code uses roles, not raw colours', () => {
  it('keeps hex and rgb out of components', async () => {
    const { readSources } = await import('./support/sources.ts');
    const raw = readSources('src', /\.tsx$/u).flatMap(({ path, text }) =>
      [...text.matchAll(/(?:#[0-9a-f]{6}\b|\brgba?\(|\bhsla?\()/giu)].map((match) => `${path}: ${match[0]}`),
    );
    expect(raw).toEqual([]);
  });
});

describe('lengths, weights and columns', () => {
  it('of a class used three times or more are tokens', async () => {
    const { readSources } = await import('./support/sources.ts');
    const uses = new Map<string, number>();
    for (const { text } of readSources('src', /\.tsx?$/u))
      for (const [name] of text.matchAll(/(?<![\w-])-?[a-z][a-z-]*-\[[^\]\s'"`]+\]/gu))
        // `data-[state=open]` and the like are conditions, not values.
        if (!/^(?:[a-z-]*-)?(?:data|aria|nth|has|not|supports)-\[/u.test(name))
          uses.set(name, (uses.get(name) ?? 0) + 1);
    expect([...uses].filter(([, count]) => count >= 3).map(([name, count]) => `${count} × ${name}`)).toEqual([]);
  });
});

type Tokens = Record<string, string>;

function tokensOf(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/gu)].map((match) => [match[1] ?? '', (match[2] ?? '').trim()]),
  );
}

/** Linear sRGB of a token, references followed. */
function colorOf(tokens: Tokens, name: string): [number, number, number] {
  const value = tokens[name];
  if (value === undefined) throw new Error(`no token --${name}`);
  const reference = /^var\(--([\w-]+)\)$/u.exec(value);
  if (reference?.[1]) return colorOf(tokens, reference[1]);
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/u.exec(value);
  if (!parts) throw new Error(`--${name} is not oklch: ${value}`);
  const [l, c, h] = parts.slice(1).map(Number) as [number, number, number];
  return linearSrgb(l, c, h);
}

/** OKLab by Björn Ottosson, https://bottosson.github.io/posts/oklab/ */
function linearSrgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function contrast(one: [number, number, number], other: [number, number, number]): number {
  const luminance = ([r, g, b]: [number, number, number]) =>
    0.2126 * Math.max(0, r) + 0.7152 * Math.max(0, g) + 0.0722 * Math.max(0, b);
  const [high, low] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
