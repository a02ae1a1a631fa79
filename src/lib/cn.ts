import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

type Group = { [prefix: string]: readonly unknown[] } | string;
const anything = [() => true];
const any = (...prefixes: string[]): Group[] => prefixes.flatMap((prefix) => [prefix, { [prefix]: anything }]);

const FONT_SIZES = [
  '2xs',
  'xs',
  'sm',
  'ui',
  'base',
  'md',
  'lg',
  'xl',
  '2xl',
  'clock',
  (value: string) => /^\[[\d.]+(rem|px|em)\]$/u.test(value),
];
const ALIGNMENTS = ['start', 'end', 'center', 'justify'];
const WRAPS = ['balance', 'pretty', 'wrap', 'nowrap'];

/**
 * The classes that callers may override. The library's full table would be a tenth of the first load. A property that
 * is not listed here cannot be overridden by `className`.
 */
const merge = createTailwindMerge(
  () =>
    ({
      cacheSize: 300,
      theme: {},
      classGroups: {
        display: [
          'block',
          'inline-block',
          'inline',
          'flex',
          'inline-flex',
          'grid',
          'inline-grid',
          'hidden',
          'contents',
          'table',
        ],
        position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
        'font-size': [{ text: FONT_SIZES }, { heading: ['page', 'section', 'item'] }],
        'text-align': [{ text: ALIGNMENTS }],
        'text-wrap': [{ text: WRAPS }],
        'text-color': [
          {
            text: [
              (value: string) => !FONT_SIZES.includes(value) && !ALIGNMENTS.includes(value) && !WRAPS.includes(value),
            ],
          },
        ],
        'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold', (value: string) => value.startsWith('[')] }],
        leading: any('leading'),
        tracking: any('tracking'),
        whitespace: any('whitespace'),
        background: [{ bg: anything }],
        'border-width': ['border', { border: ['0', '2'] }],
        'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
        'border-color': [
          { border: [(value: string) => !/^(0|2|solid|dashed|dotted|none|[trblsexy](-.+)?)$/u.test(value)] },
        ],
        'border-top': ['border-t', { 'border-t': anything }],
        'border-bottom': ['border-b', { 'border-b': anything }],
        rounded: any('rounded'),
        shadow: any('shadow'),
        opacity: any('opacity'),
        overflow: any('overflow'),
        'overflow-x': any('overflow-x'),
        'overflow-y': any('overflow-y'),
        cursor: any('cursor'),
        z: any('z'),
        size: any('size'),
        width: any('w'),
        height: any('h'),
        'min-width': any('min-w'),
        'max-width': any('max-w'),
        'min-height': any('min-h'),
        'max-height': any('max-h'),
        padding: any('p'),
        'padding-x': any('px'),
        'padding-y': any('py'),
        'padding-start': any('ps'),
        'padding-end': any('pe'),
        'padding-top': any('pt'),
        'padding-bottom': any('pb'),
        margin: any('m'),
        'margin-x': any('mx'),
        'margin-y': any('my'),
        'margin-start': any('ms'),
        'margin-end': any('me'),
        'margin-top': any('mt'),
        'margin-bottom': any('mb'),
        gap: any('gap'),
        'gap-x': any('gap-x'),
        'gap-y': any('gap-y'),
        items: any('items'),
        justify: any('justify'),
        grow: any('grow'),
        shrink: any('shrink'),
        'grid-columns': any('grid-cols'),
        'column-span': any('col-span'),
      },
      conflictingClassGroups: {
        overflow: ['overflow-x', 'overflow-y'],
        size: ['width', 'height'],
        padding: ['padding-x', 'padding-y', 'padding-start', 'padding-end', 'padding-top', 'padding-bottom'],
        'padding-x': ['padding-start', 'padding-end'],
        'padding-y': ['padding-top', 'padding-bottom'],
        margin: ['margin-x', 'margin-y', 'margin-start', 'margin-end', 'margin-top', 'margin-bottom'],
        'margin-x': ['margin-start', 'margin-end'],
        'margin-y': ['margin-top', 'margin-bottom'],
        gap: ['gap-x', 'gap-y'],
        'font-size': ['leading'],
      },
      conflictingClassGroupModifiers: {},
      orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', '*', '**'],
    }) as never,
);

/** Joins class names; if two set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
