import { describe, expect, it } from 'vitest';
import { readSources } from './support/sources.ts';

/** Physical sides break every right-to-left screen. Players, scrubbers and charts keep theirs inside `dir="ltr"`. */
const PHYSICAL_CLASSES =
  /(?<![\w-])(?:[\w-]+:)*-?(?:ml|mr|pl|pr|left|right|border-l|border-r|rounded-l|rounded-r|rounded-tl|rounded-tr|rounded-bl|rounded-br|scroll-ml|scroll-mr)-(?:\[|\d|px|auto|full|xs|sm|md|lg)|(?<![\w-])text-(?:left|right)(?![\w-])|(?<![\w-])float-(?:left|right)|(?<![\w-])clear-(?:left|right)/u;
const PHYSICAL_CSS =
  /(?:^|[\s;{])(?:margin|padding|border)-(?:left|right)\b|(?:^|[\s;{])(?:left|right)\s*:|border-(?:top|bottom)-(?:left|right)-radius|text-align:\s*(?:left|right)|float:\s*(?:left|right)/u;

describe('right-to-left by logical sides only', () => {
  it('in class names', () => {
    const found = readSources('src', /\.tsx?$/u)
      .filter(({ path }) => !path.endsWith('.gen.ts'))
      .flatMap(({ path, text }) =>
        linesOf(text)
          .filter(({ line }) => PHYSICAL_CLASSES.test(line) && /['"`]/u.test(line))
          .map(({ line, number }) => `${path}:${number} ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  it('in style sheets', () => {
    const found = readSources('src', /\.css$/u).flatMap(({ path, text }) =>
      linesOf(text)
        .filter(({ line }) => PHYSICAL_CSS.test(line))
        .map(({ line, number }) => `${path}:${number} ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('recognises what it forbids', () => {
    for (const bad of ['"ml-2"', '"md:pr-[3px]"', '"-left-1"', '"text-left"', '"hover:border-l-2"'])
      expect(bad, bad).toMatch(PHYSICAL_CLASSES);
    for (const good of ['"ms-2"', '"text-start"', '"slide-in-from-left-2x"', '"end-0"', '"leftover"'])
      expect(good, good).not.toMatch(PHYSICAL_CLASSES);
  });
});

function linesOf(text: string): { line: string; number: number }[] {
  return text.split('\n').map((line, index) => ({ line, number: index + 1 }));
}
