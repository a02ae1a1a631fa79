import PDFDocument from 'pdfkit';
import { directionOf, type Locale } from '../core/locale.ts';
import { DIRECTION_MARKS, displayRuns, orderedText, type OrderedText } from './bidi.ts';
import { facesFor, MISSING, type Face } from './typefaces.ts';

const MARGIN = { top: 64, side: 60, bottom: 72 };
const A4 = { width: 595.28, height: 841.89 };
const INK = '#1d1a16';
const QUIET = '#6b645a';
const LINE = '#d9d2c5';
const BOLD = 0.045;
const LEADING = 1.5;
/** Room for a figure beside its label. */
const FIGURE = 130;

export interface TextStyle {
  size?: number;
  bold?: boolean;
  quiet?: boolean;
  /** Points of indentation at the side where lines begin. */
  indent?: number;
  /** Points left free below. */
  after?: number;
  /** Text of one direction whatever the page's language: hashes, addresses. */
  technical?: boolean;
  /** At the side where lines end. */
  far?: boolean;
}

/** One line of a text: from `start` up to `end`, without the spaces it breaks at. */
interface Line {
  of: OrderedText;
  start: number;
  end: number;
}

interface Piece {
  text: string;
  face: string;
  width: number;
  rtl: boolean;
}

const CJK = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
/** Characters that no line begins with, and those that none ends with. */
const NOT_FIRST = /^[，。、；：！？）》」』】〉”’,.;:!?)\]}»›]/;
const NOT_LAST = /[（《「『【〈“‘([{«‹]$/;

/** Text cut where a line may break; spaces stay at the end of the word before them. */
function breakable(text: string): string[] {
  const units: string[] = [];
  for (const word of text.split(/(?<= )/)) {
    if (!CJK.test(word)) units.push(word);
    else units.push(...(word.match(/[^\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|./gu) ?? []));
  }
  const joined: string[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    if (last !== undefined && !last.endsWith(' ') && (NOT_FIRST.test(unit) || NOT_LAST.test(last)))
      joined[joined.length - 1] = last + unit;
    else joined.push(unit);
  }
  return joined;
}

/**
 * What can be drawn: line breaks are layout, narrow spaces become spaces, control characters except direction marks are
 * dropped.
 */
const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u202f\u2009\u2007]/g, '\u00a0')
    .replace(/\s*[\r\n\t]+\s*/g, ' ')
    .replace(/(?![\u061c\u200e\u200f\u2066-\u2069])\p{C}/gu, '');

const ARABIC_LETTER = /\p{Script=Arabic}/u;
const reversed = (text: string): string => [...text].reverse().join('');

/**
 * Pages of text in any of the product's languages. Lines are broken, ordered and placed here, since the PDF library
 * supports one face and one direction per line. Added text is laid out by `end`, once the faces of all its characters
 * are read. Equal input gives equal bytes.
 */
export class Pages {
  readonly #doc: PDFKit.PDFDocument;
  readonly #direction: 'ltr' | 'rtl';
  readonly #registered = new Set<string>();
  readonly #widths = new Map<string, number>();
  readonly #done: Promise<Buffer>;
  readonly #steps: (() => void)[] = [];
  readonly #characters = new Set<string>(MISSING);
  #faces = new Map<string, Face>();
  #y = MARGIN.top;

  constructor(locale: Locale, info: { title: string; author: string; at: Date }) {
    this.#direction = directionOf(locale);
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: locale,
      displayTitle: true,
      pdfVersion: '1.7',
      info: {
        Title: info.title,
        Author: info.author,
        Creator: info.author,
        Producer: info.author,
        CreationDate: info.at,
        ModDate: info.at,
      },
    });
    const chunks: Buffer[] = [];
    this.#done = new Promise((resolve, reject) => {
      this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.#doc.on('error', reject);
    });
  }

  get #width(): number {
    return A4.width - 2 * MARGIN.side;
  }

  /** The text as it will be drawn, its characters noted for `end` to read their faces. */
  #printable(raw: string): string {
    const text = printable(raw);
    for (const character of text) this.#characters.add(character);
    return text;
  }

  async #readFaces(): Promise<void> {
    this.#faces = await facesFor(this.#characters);
  }

  #register({ name, data }: Face): void {
    if (this.#registered.has(name)) return;
    this.#doc.registerFont(name, data);
    this.#registered.add(name);
  }

  #select(face: string, size: number): void {
    this.#doc.font(face).fontSize(size);
  }

  /** Runs of one face and direction, measured. A space takes the face before it. */
  #pieces(text: string, rtl: boolean, size: number): Piece[] {
    const runs: { text: string; face: string }[] = [];
    for (const char of text.replace(DIRECTION_MARKS, '')) {
      const known = this.#faces.get(char);
      const face = known ?? this.#faces.get(MISSING);
      if (!face) continue;
      const drawn = known ? char : MISSING;
      this.#register(face);
      const last = runs.at(-1);
      // Between right-to-left words a space is a run of its own: shaping reverses what it is given.
      if (last && last.face === face.name && !(rtl && (char === ' ' || last.text === ' '))) last.text += drawn;
      else runs.push({ text: drawn, face: face.name });
    }
    return runs.map((run) => {
      this.#select(run.face, size);
      // Shaping reverses Arabic text itself; signs and digits of a right-to-left run are reversed here.
      const shown = rtl && !ARABIC_LETTER.test(run.text) ? reversed(run.text) : run.text;
      return { text: shown, face: run.face, rtl, width: this.#doc.widthOfString(shown) };
    });
  }

  /** Width of a unit that lines are made of; the sum over a line differs from its drawn width by kerning at most. */
  #widthOf(unit: string, size: number): number {
    const key = `${size}|${unit}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#pieces(unit, false, size).reduce((sum, p) => sum + p.width, 0);
      this.#widths.set(key, width);
    }
    return width;
  }

  #lines(text: string, direction: 'ltr' | 'rtl', size: number, width: number): Line[] {
    const of = orderedText(text, direction);
    const lines: Line[] = [];
    let start = 0;
    let end = 0;
    let used = 0;
    const finish = (): void => {
      const spaces = text.slice(start, end).length - text.slice(start, end).trimEnd().length;
      if (end > start) lines.push({ of, start, end: end - spaces });
      start = end;
      used = 0;
    };
    for (const unit of breakable(text)) {
      if (used + this.#widthOf(unit.trimEnd(), size) > width) finish();
      // A word longer than the line (a hash, an address) is cut where it must be.
      const parts = this.#widthOf(unit.trimEnd(), size) > width ? [...unit] : [unit];
      for (const part of parts) {
        const wide = this.#widthOf(part, size);
        if (parts.length > 1 && used + wide > width) finish();
        end += part.length;
        used += wide;
      }
    }
    finish();
    return lines;
  }

  #draw(line: Line, x: number, width: number, baseline: number, size: number, style: TextStyle): void {
    const ordered = displayRuns(line.of, line.start, line.end).flatMap((run) => {
      const pieces = this.#pieces(run.text, run.rtl, size);
      return run.rtl ? pieces.reverse() : pieces;
    });
    const total = ordered.reduce((sum, p) => sum + p.width, 0);
    let at = (this.#direction === 'rtl') === (style.far ?? false) ? x : x + width - total;
    for (const piece of ordered) {
      const weight = style.bold ? BOLD : 0;
      this.#select(piece.face, size);
      this.#doc
        .fillColor(style.quiet ? QUIET : INK)
        .strokeColor(style.quiet ? QUIET : INK)
        .lineWidth(weight * size);
      this.#doc.text(piece.text, at, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        fill: true,
        stroke: weight > 0,
      });
      at += piece.width;
    }
  }

  #whole(text: string): Line {
    return { of: orderedText(text, this.#direction), start: 0, end: text.length };
  }

  #makeRoom(height: number): void {
    if (this.#y + height > A4.height - MARGIN.bottom) this.#newPage();
  }

  #newPage(): void {
    this.#doc.addPage({ size: 'A4', margin: 0 });
    this.#y = MARGIN.top;
  }

  /** Starts a page unless `height` points are left on this one. */
  room(height: number): void {
    this.#steps.push(() => this.#makeRoom(height));
  }

  page(): void {
    this.#steps.push(() => this.#newPage());
  }

  text(raw: string, style: TextStyle = {}): void {
    const text = this.#printable(raw);
    this.#steps.push(() => {
      const size = style.size ?? 10;
      const indent = style.indent ?? 0;
      const width = this.#width - indent;
      const x = MARGIN.side + (this.#direction === 'rtl' ? 0 : indent);
      const height = size * LEADING;
      for (const line of this.#lines(text, style.technical ? 'ltr' : this.#direction, size, width)) {
        this.#makeRoom(height);
        this.#draw(line, x, width, this.#y + size, size, style);
        this.#y += height;
      }
      this.#y += style.after ?? 0;
    });
  }

  /** A heading keeps at least three lines of what follows on its page. */
  heading(text: string, size = 12): void {
    this.gap(size * 0.6);
    this.room(size * LEADING + 45);
    this.text(text, { size, bold: true, after: 2 });
  }

  bullet(text: string): void {
    this.text(`•  ${text}`, { indent: 14, after: 1 });
  }

  /** A small label with its value below, an address on its lines. */
  field(label: string, value: string | readonly string[], options: { technical?: boolean } = {}): void {
    const lines = [value].flat();
    this.room(21 + 13 * lines.length);
    this.text(label, { size: 8, quiet: true });
    for (const [index, line] of lines.entries())
      this.text(line, { size: 10, after: index === lines.length - 1 ? 5 : 0, ...options });
  }

  /** A label and, at the far side of its first line, its figure. */
  line(label: string, figure: string, style: Pick<TextStyle, 'bold' | 'after'> = {}): void {
    const [labelText, figureText] = [this.#printable(label), this.#printable(figure)];
    this.#steps.push(() => {
      const size = 10;
      const width = this.#width - FIGURE;
      const lines = this.#lines(labelText, this.#direction, size, width);
      this.#makeRoom(lines.length * size * LEADING);
      this.#draw(this.#whole(figureText), MARGIN.side, this.#width, this.#y + size, size, { ...style, far: true });
      const x = MARGIN.side + (this.#direction === 'rtl' ? FIGURE : 0);
      for (const line of lines) {
        this.#draw(line, x, width, this.#y + size, size, style);
        this.#y += size * LEADING;
      }
      this.#y += style.after ?? 4;
    });
  }

  gap(points: number): void {
    this.#steps.push(() => {
      this.#y += points;
    });
  }

  rule(): void {
    this.#steps.push(() => {
      this.#doc
        .moveTo(MARGIN.side, this.#y)
        .lineTo(A4.width - MARGIN.side, this.#y)
        .lineWidth(0.6)
        .strokeColor(LINE)
        .stroke();
      this.#y += 10;
    });
  }

  /** Lays out what was added, writes `footer(n, of)` below every page and ends the document. */
  async end(footer: (n: number, of: number) => string): Promise<Buffer> {
    await this.#readFaces();
    for (const step of this.#steps) step();
    const { start, count } = this.#doc.bufferedPageRange();
    const footers = Array.from({ length: count }, (_, i) => this.#printable(footer(i + 1, count)));
    await this.#readFaces();
    for (const [i, text] of footers.entries()) {
      this.#doc.switchToPage(start + i);
      this.#draw(this.#whole(text), MARGIN.side, this.#width, A4.height - 40, 8, { quiet: true });
    }
    this.#doc.end();
    return this.#done;
  }
}
