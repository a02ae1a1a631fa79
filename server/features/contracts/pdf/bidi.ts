/*
 * Display order of one line that may mix right-to-left and left-to-right text: the parts of the Unicode Bidirectional
 * Algorithm (UAX #9) that contracts need. Values are put into sentences as isolates, one level deep; there are no other
 * embeddings.
 */

type Class = 'L' | 'R' | 'EN' | 'N';

const RTL = /[\u0590-\u065f\u0670-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LTR = /[\p{L}\p{M}]/u;
const DIGIT = /[0-9]/;
/** Signs that belong to a number they touch: currency, percent, sign, and separators between digits. */
const NUMBER_EDGE = /[$€£¥%‰+\-−#°]/;
const NUMBER_MIDDLE = /[.,:/\u00a0]/;

/** Marks that steer direction and are not drawn. */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const ISOLATE = { ltr: '\u2066', rtl: '\u2067', end: '\u2069' };
/** Stands for an isolate while the line around it is put in order; a neutral. */
const PLACE = '\ufffc';

/** The value as an isolate of its own direction: that of its first letter, or of the mark it begins with. */
export function isolated(value: string): string {
  const first = [...value].find((c) => RTL.test(c) || c === '\u200f' || c === '\u200e' || LTR.test(c)) ?? '';
  const start = RTL.test(first) || first === '\u200f' ? ISOLATE.rtl : ISOLATE.ltr;
  return start + value.replace(DIRECTION_MARKS, '').replaceAll(PLACE, '') + ISOLATE.end;
}

const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '<': '>',
  '>': '<',
  '‹': '›',
  '›': '‹',
};

function classes(chars: readonly string[]): Class[] {
  const found = chars.map((c): Class => (RTL.test(c) ? 'R' : DIGIT.test(c) ? 'EN' : LTR.test(c) ? 'L' : 'N'));
  const original = [...found];
  chars.forEach((c, i) => {
    if (original[i] !== 'N') return;
    const [before, after] = [original[i - 1], original[i + 1]];
    if (NUMBER_MIDDLE.test(c) && before === 'EN' && after === 'EN') found[i] = 'EN';
    else if (NUMBER_EDGE.test(c) && (found[i - 1] === 'EN' || after === 'EN')) found[i] = 'EN';
  });
  // A number inside left-to-right text is part of it (W7).
  let strong: Class = 'N';
  return found.map((c) => {
    if (c === 'L' || c === 'R') strong = c;
    return c === 'EN' && strong === 'L' ? 'L' : c;
  });
}

/** Embedding level of each character: odd runs right to left. */
function levels(chars: readonly string[], base: 0 | 1): number[] {
  const types = classes(chars);
  const side = (c: Class): 'L' | 'R' => (c === 'L' ? 'L' : 'R');
  const baseSide = base === 1 ? 'R' : 'L';
  const resolved: ('L' | 'R' | 'EN')[] = [];
  for (let i = 0; i < types.length;) {
    const type = types[i] as Class;
    if (type !== 'N') {
      resolved.push(type);
      i += 1;
      continue;
    }
    let end = i;
    while (types[end] === 'N') end += 1;
    const before = i === 0 ? baseSide : side(types[i - 1] as Class);
    const after = end === types.length ? baseSide : side(types[end] as Class);
    for (; i < end; i += 1) resolved.push(before === after ? before : baseSide);
  }
  return resolved.map((c) => (base === 0 ? (c === 'L' ? 0 : c === 'R' ? 1 : 2) : c === 'R' ? 1 : 2));
}

export interface Run {
  text: string;
  rtl: boolean;
}

interface Level {
  level: number;
  text: string;
  /** An isolate in its own order; it moves as one. */
  isolate: Run[] | null;
}

/** Reverses every stretch of `level` or more, from the highest down (L2). */
function reorder(runs: Level[]): void {
  for (let level = Math.max(0, ...runs.map((r) => r.level)); level > 0; level -= 1) {
    for (let i = 0; i < runs.length; i += 1) {
      let end = i;
      while ((runs[end]?.level ?? 0) >= level) end += 1;
      if (end > i) runs.splice(i, end - i, ...runs.slice(i, end).reverse());
      i = end;
    }
  }
}

/**
 * The line's runs from left to right as they are drawn. The text of a right-to-left run stays in reading order (its
 * shaping reverses it) with mirrored brackets. An isolate left open runs to the end of the line.
 */
export function displayRuns(line: string, base: 'ltr' | 'rtl'): Run[] {
  const isolates: Run[][] = [];
  const outer = [
    ...line.replace(/([\u2066\u2067])([^\u2069]*)\u2069?/g, (_, start: string, content: string) => {
      isolates.push(displayRuns(content, start === ISOLATE.rtl ? 'rtl' : 'ltr'));
      return PLACE;
    }),
  ];
  const level = levels(outer, base === 'rtl' ? 1 : 0);
  const runs: Level[] = [];
  outer.forEach((c, i) => {
    const at = level[i] ?? 0;
    const last = runs.at(-1);
    if (c === PLACE) runs.push({ level: at, text: '', isolate: isolates.shift() ?? [] });
    else if (last && last.isolate === null && last.level === at) last.text += c;
    else runs.push({ level: at, text: c, isolate: null });
  });
  reorder(runs);
  return runs.flatMap(
    ({ level: at, text, isolate }) =>
      isolate ?? [{ text: at % 2 === 1 ? [...text].map((c) => MIRRORED[c] ?? c).join('') : text, rtl: at % 2 === 1 }],
  );
}

/** The line's text with the isolate that a line break cut in two closed here and opened again in the next. */
export function closeIsolates(lines: readonly string[]): string[] {
  let open = '';
  return lines.map((line) => {
    const whole = open + line;
    const last = Math.max(whole.lastIndexOf(ISOLATE.ltr), whole.lastIndexOf(ISOLATE.rtl));
    open = last > whole.lastIndexOf(ISOLATE.end) ? (whole[last] ?? '') : '';
    return open ? whole + ISOLATE.end : whole;
  });
}
