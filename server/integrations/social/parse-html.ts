import { Parser, type Handler } from 'htmlparser2';

/** The parser's time grows with the square of the depth; what is deeper is not read. */
const MAX_DEPTH = 500;
const CHUNK = 8_192;

/** Reads a page of a stranger piece by piece while `more` says so, up to a depth that no ordinary page has. */
export function parseHtml(
  html: string,
  { onopentag, ontext, onclosetag }: Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>,
  more: () => boolean = () => true,
): void {
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes, implied) {
      depth += 1;
      onopentag?.(name, attributes, implied);
    },
    ontext: (text) => ontext?.(text),
    onclosetag(name, implied) {
      depth -= 1;
      onclosetag?.(name, implied);
    },
  });
  for (let at = 0; at < html.length && depth <= MAX_DEPTH && more(); at += CHUNK)
    parser.write(html.slice(at, at + CHUNK));
  parser.end();
}
