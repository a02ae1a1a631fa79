/** What the test about wording reads of a source file. String contents are not names; the expressions in a template are code. */
export interface SourceParts {
  identifiers: Set<string>;
  comments: Located[];
  /** First string argument of test(), it() and describe(). */
  titles: Located[];
}

export interface Located {
  /** Offset of its first character in the file. */
  at: number;
  text: string;
}

const SPACE = /\s+/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /\d[\w.]*/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*[^]*?\*\//y;
const SINGLE = /'(?:[^'\\\n]|\\[^])*'/y;
const DOUBLE = /"(?:[^"\\\n]|\\[^])*"/y;
/** Text of a template up to its end or its next expression. */
const TEMPLATE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const REGEX = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** A slash after one of these begins a regular expression; after anything else it divides or closes a tag. */
const BEFORE_REGEX = new Set(['', '(', ',', '=', ':', '[', '!', '&', '|', '?', '{', ';', '+', '>', 'return', 'typeof']);
const TITLED = new Set(['test', 'it', 'describe']);

export function partsOf(source: string): SourceParts {
  const parts: SourceParts = { identifiers: new Set(), comments: [], titles: [] };
  const expressionDepths: number[] = [];
  let depth = 0;
  let at = 0;
  let last = '';
  let beforeLast = '';

  const read = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (!pattern.test(source)) return null;
    const text = source.slice(at, pattern.lastIndex);
    at = pattern.lastIndex;
    return text;
  };
  const token = (text: string) => {
    beforeLast = last;
    last = text;
  };
  /** True after `test(` and after `test.for(rows)(`. */
  const beginsTitle = () => last === '(' && (beforeLast === ')' || TITLED.has(beforeLast));
  const title = (start: number, text: string) => parts.titles.push({ at: start, text });
  const readTemplate = (titled: boolean) => {
    const start = at;
    const text = read(TEMPLATE);
    if (text === null) {
      at = source.length;
      return;
    }
    const goesOn = text.endsWith('${');
    if (titled) title(start, text.slice(0, goesOn ? -2 : -1));
    if (goesOn) expressionDepths.push(depth);
    token(goesOn ? '(' : 'string');
  };

  while (at < source.length) {
    const char = source[at] ?? '';
    const start = at;
    if (read(SPACE) !== null) continue;
    const word = read(WORD);
    if (word !== null) {
      parts.identifiers.add(word);
      token(word);
      continue;
    }
    if (char === '/') {
      const comment = read(LINE_COMMENT) ?? read(BLOCK_COMMENT);
      if (comment !== null) {
        parts.comments.push({ at: start, text: comment });
        continue;
      }
      if (BEFORE_REGEX.has(last) && read(REGEX) !== null) {
        token('regex');
        continue;
      }
    } else if (char === "'" || char === '"') {
      const text = read(char === "'" ? SINGLE : DOUBLE);
      if (text !== null) {
        if (beginsTitle()) title(start, text.slice(1, -1));
        token('string');
        continue;
      }
    } else if (read(NUMBER) !== null) {
      token('number');
      continue;
    }
    at += 1;
    if (char === '`') readTemplate(beginsTitle());
    else if (char === '}' && expressionDepths.at(-1) === depth) {
      expressionDepths.pop();
      readTemplate(false);
    } else {
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      token(char);
    }
  }
  return parts;
}
