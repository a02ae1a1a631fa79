import type { Token } from './fold.ts';
import type { NumberRead } from './numbers.ts';

const DIGITS: Readonly<Record<string, number>> = Object.fromEntries(
  ['零〇', '一壹', '二贰两', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap((names, value) =>
    [...names].map((name) => [name, value]),
  ),
);
const UNITS: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000, k: 1000 };
const BIG: Readonly<Record<string, number>> = { 万: 1e4, w: 1e4, 亿: 1e8 };
const TENS: Readonly<Record<string, number>> = { 廿: 20, 卅: 30 };
const MEASURES = /^[粉岁天周月公条支星年元块英美欧日位名个人%订关播阅]/u;

const isPart = (text: string) =>
  text in DIGITS || text in UNITS || text in BIG || text in TENS || text === '点' || text === '半';

interface State {
  total: number;
  section: number;
  digit: number | null;
  unit: number;
  zero: boolean;
  big: number;
}

/** Takes a part; false where the number ends before it. */
function take(state: State, text: string, value: number | null): boolean {
  if (value !== null) {
    if (state.digit !== null) return false;
    state.digit = value;
  } else if (text in DIGITS) {
    const digit = DIGITS[text] ?? 0;
    if (state.digit !== null && state.digit !== 0 && state.unit === 1) state.digit = state.digit * 10 + digit;
    else if (state.digit !== null && state.digit !== 0) return false;
    else state.digit = digit;
    state.zero ||= digit === 0;
  } else if (text in TENS) {
    state.section += TENS[text] ?? 0;
    state.unit = 10;
  } else if (text in UNITS) {
    const unit = UNITS[text] ?? 1;
    state.section += (state.digit ?? 1) * unit;
    state.digit = null;
    state.unit = unit;
    state.zero = false;
  } else if (text in BIG) {
    const big = BIG[text] ?? 1;
    const part = state.section + (state.digit ?? 0);
    if (part === 0 && state.total === 0) return false;
    state.total = part === 0 ? state.total * big : big === 1e8 ? (state.total + part) * big : state.total + part * big;
    state.section = 0;
    state.digit = null;
    state.unit = big;
    state.big = Math.max(state.big, big) * (part === 0 ? big : 1);
    state.zero = false;
  } else return false;
  return true;
}

/** Typeset Chinese has a space between digits and characters: "1 万". */
const SPACED = /^[万亿]$/u;

/** A number with Chinese characters that begins at a token; also "两三千", two to three thousand, and "百分之三", three percent. */
export function chineseNumber(tokens: readonly Token[], at: number): NumberRead | null {
  const text = (from: number) => tokens[from]?.text ?? '';
  if (text(at) === '百' && text(at + 1) === '分' && text(at + 2) === '之') {
    const share = numberAt(tokens, at + 3);
    const digits = tokens[at + 3]?.kind === 'digits' ? Number(text(at + 3)) : (DIGITS[text(at + 3)] ?? Number.NaN);
    if (share) return { ...share, from: at, percent: true };
    return Number.isFinite(digits)
      ? { from: at, to: at + 4, value: digits, multiple: 1, words: true, percent: true }
      : null;
  }
  const tenths = tenthsAt(tokens, at);
  if (tenths) return tenths;
  const [low, high] = [DIGITS[text(at)], DIGITS[text(at + 1)]];
  if (low && high === low + 1 && (text(at + 2) in UNITS || text(at + 2) in BIG)) {
    const read = numberAt(tokens, at + 1);
    if (read && read.multiple > 1 && read.value % high === 0)
      return { ...read, from: at, value: (read.value / high) * low, upTo: read.value };
  }
  return numberAt(tokens, at);
}

/** Behind a digit and 成 these make other words: "一成功", "三成员". */
const NO_TENTHS = /^[立功都员本为长人品熟绩交就语分名果效]$/u;

/** "三成", "七成五": tenths, and hundredths behind them. */
function tenthsAt(tokens: readonly Token[], at: number): NumberRead | null {
  const text = (from: number) => tokens[from]?.text ?? '';
  const count = text(at) === '半' ? 0.5 : tokens[at]?.kind === 'digits' ? Number(text(at)) : DIGITS[text(at)];
  if (count === undefined || !(count > 0 && count <= 10)) return null;
  if (text(at + 1) !== '成' || NO_TENTHS.test(text(at + 2))) return null;
  const half = text(at + 2) === '半' ? 5 : (DIGITS[text(at + 2)] ?? 0);
  const to = half > 0 ? at + 3 : at + 2;
  return { from: at, to, value: Number((count * 10 + half).toPrecision(4)), multiple: 1, words: true, percent: true };
}

/** "一万两千", "1.5万", "2万5", "3w", "一百二". */
function numberAt(tokens: readonly Token[], at: number): NumberRead | null {
  const first = tokens[at];
  if (!first) return null;
  if (first.kind === 'digits') {
    const next = tokens[at + 1];
    if (!next || !(next.attached || SPACED.test(next.text))) return null;
    if (!(next.text in BIG || (next.kind === 'han' && next.text in UNITS))) return null;
  } else if (first.kind !== 'han' || !isPart(first.text) || first.text === '点') return null;
  const state: State = { total: 0, section: 0, digit: null, unit: 1, zero: false, big: 1 };
  let i = at;
  let above = false;
  let decimals = '';
  while (i < tokens.length) {
    const token = tokens[i];
    if (!token || (i > at && !token.attached && !(i === at + 1 && SPACED.test(token.text)))) break;
    if (token.kind === 'digits') {
      const value = Number(token.text.replace(/(?<=\d)[, ](?=\d{3})/gu, ''));
      if (!Number.isFinite(value) || (i > at && (state.unit === 1 || token.text.includes('.')))) break;
      if (!take(state, '', value)) break;
    } else if (token.text === '半') {
      if (state.digit !== null) break;
      if (i === at && tokens[i + 1]?.text !== '百') return null;
      if (i === at) state.digit = 0.5;
      else state.total += 0.5 * state.unit;
    } else if (token.text === '点' && state.digit !== null && (tokens[i + 1]?.text ?? '') in DIGITS) {
      decimals = '';
      while ((tokens[i + 1]?.text ?? '') in DIGITS) {
        decimals += String(DIGITS[tokens[i + 1]?.text ?? ''] ?? '');
        i += 1;
      }
      state.digit = Number(`${state.digit}.${decimals}`);
    } else if (
      (token.text === '多' || token.text === '余' || token.text === '几') &&
      state.unit > 1 &&
      state.digit === null
    ) {
      above = true;
      i += 1;
      if ((tokens[i]?.text ?? '') in BIG) continue;
      break;
    } else if (!(token.kind === 'han' || token.text === 'w' || token.text === 'k') || !take(state, token.text, null))
      break;
    i += 1;
  }
  const shorthand = state.digit !== null && state.unit >= 100 && !state.zero && state.digit < 10;
  const rest = state.digit === null ? 0 : shorthand ? (state.digit * state.unit) / 10 : state.digit;
  const value = Number((state.total + state.section + rest).toPrecision(12));
  const length = i - at;
  if (length === 0 || !Number.isFinite(value) || value > 1e15) return null;
  const after = tokens[i];
  if (
    first.kind === 'han' &&
    length === 1 &&
    tokens.length > 1 &&
    !(after && after.attached && MEASURES.test(after.text) && !/^[一十][个位些条支名]/u.test(first.text + after.text))
  )
    return null;
  // "千万别", "百分之".
  if (after && /^[别不要分]$/u.test(after.text) && first.text in UNITS) return null;
  const multiple = Math.max(state.big, state.total === 0 ? state.unit : 1);
  return { from: at, to: i, value, multiple, words: first.kind === 'han', ...(above ? { above } : {}) };
}
