let measured = typeof document !== 'undefined' && document.documentElement.dataset['figures'] === 'measured';

/** Whether this installation shows measured figures instead of the claimed ones; the server writes it into the page. */
export function figuresAreMeasured(): boolean {
  return measured;
}

/** For rendering without a document. */
export function setFiguresMode(mode: 'copy' | 'measured'): void {
  measured = mode === 'measured';
}
