import { clsx } from 'clsx';
import { cva, type VariantProps } from 'class-variance-authority';
import { useState } from 'react';

/** Warm, plum, blue, green, straw and teal: pairs of tint and ink with a contrast of 7:1 in both themes. */
const personTints = [
  'bg-[oklch(0.88_0.06_40)] text-[oklch(0.32_0.07_40)]',
  'bg-[oklch(0.88_0.045_240)] text-[oklch(0.33_0.07_245)]',
  'bg-[oklch(0.88_0.05_150)] text-[oklch(0.32_0.06_155)]',
  'bg-[oklch(0.89_0.055_345)] text-[oklch(0.34_0.08_345)]',
  'bg-[oklch(0.9_0.05_100)] text-[oklch(0.35_0.06_90)]',
  'bg-[oklch(0.88_0.04_200)] text-[oklch(0.32_0.05_210)]',
] as const;
const businessTints = [
  'bg-foreground text-background',
  'bg-[oklch(0.36_0.06_150)] text-[oklch(0.96_0.02_120)]',
  'bg-[oklch(0.38_0.08_250)] text-[oklch(0.96_0.01_250)]',
] as const;

const avatarStyles = cva('inline-grid shrink-0 place-items-center overflow-hidden font-semibold select-none', {
  variants: {
    shape: { circle: 'rounded-full', square: '' },
    size: {
      sm: 'size-6.5 text-[0.65625rem]',
      default: 'size-7 text-2xs',
      md: 'size-9 text-sm',
      lg: 'size-11 text-lead',
      xl: 'size-16 text-lg',
    },
  },
  compoundVariants: [
    { shape: 'square', size: ['sm', 'default', 'md'], className: 'rounded-6' },
    { shape: 'square', size: 'lg', className: 'rounded-9' },
    { shape: 'square', size: 'xl', className: 'rounded-[12px]' },
  ],
  defaultVariants: { size: 'default' },
});

export interface AvatarProps extends VariantProps<typeof avatarStyles> {
  /** Squares are businesses, circles are people. */
  shape: 'circle' | 'square';
  name: string;
  src?: string | null;
  /** Keeps the color when the name changes; by default the name itself. */
  seed?: string;
  className?: string;
}

/** Decoration beside a written name, therefore hidden from screen readers. */
export function Avatar({ shape, size, name, src, seed, className }: AvatarProps) {
  const [broken, setBroken] = useState(false);
  const tints = shape === 'circle' ? personTints : businessTints;
  const picture = src && !broken ? src : null;
  return (
    <span
      aria-hidden
      data-slot="avatar"
      className={clsx(
        avatarStyles({ shape, size }),
        picture ? 'bg-secondary' : tints[tintOf(seed ?? name) % tints.length],
        className,
      )}
    >
      {picture ? (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** First letters of the first and last word; the first two characters where a script has no spaces. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  const letters = last ? [firstOf(first), firstOf(last)] : [...first].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

function firstOf(word: string): string {
  return [...word][0] ?? '';
}

/** A stable small hash: the same name has the same tint on every screen and in every session. */
export function tintOf(seed: string): number {
  let hash = 7;
  for (const character of seed) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash;
}
