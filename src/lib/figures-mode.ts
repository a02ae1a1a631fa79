/**
 * What the start page claims: the specification's figures with the demo's quotes (`copy`), these figures alone
 * (`figures`), or measured ones (`measured`).
 */
export type FiguresMode = 'copy' | 'figures' | 'measured';

const sent = typeof document === 'undefined' ? undefined : document.documentElement.dataset['figures'];
let mode: FiguresMode = sent === 'measured' || sent === 'figures' ? sent : 'copy';

/** Whether this installation shows measured figures instead of the claimed ones; the server writes it into the page. */
export function figuresAreMeasured(): boolean {
  return mode === 'measured';
}

/** The quotes are invented: only a demo shows them. */
export function quotesAreShown(): boolean {
  return mode === 'copy';
}

/** For rendering without a document. */
export function setFiguresMode(given: FiguresMode): void {
  mode = given;
}
