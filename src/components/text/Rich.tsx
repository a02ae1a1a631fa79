import { Fragment, type ReactNode } from 'react';

export interface RichProps {
  /** A text with tags: `"If you do nothing, <amount/> is released on <b>{{date}}</b>."` */
  text: string;
  /** What each tag renders: an element for `<amount/>`, a function of the inner text for `<b>…</b>`. */
  parts: Readonly<Record<string, ReactNode | ((inner: string) => ReactNode)>>;
}

const TAGS = /<(\w+)\/>|<(\w+)>(.*?)<\/\2>/gsu;

/** A translated sentence with elements in it, at a tenth of the size of the general solution. Tags do not nest. */
export function Rich({ text, parts }: RichProps) {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(TAGS)) {
    const name = match[1] ?? match[2] ?? '';
    const part = parts[name];
    pieces.push(
      text.slice(from, match.index),
      typeof part === 'function' ? part(match[3] ?? '') : (part ?? match[3] ?? ''),
    );
    from = match.index + match[0].length;
  }
  pieces.push(text.slice(from));
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>);
}
