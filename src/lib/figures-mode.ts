/**
 * What the start page shows: the specification's figures with invented quotes (`copy`, never in production), or measured
 * figures alone (`measured`).
 */
export type FiguresMode = 'copy' | 'measured';

const sent = typeof document === 'undefined' ? undefined : document.documentElement.dataset['figures'];
let mode: FiguresMode = sent === 'measured' ? sent : 'copy';

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
