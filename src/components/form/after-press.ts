let pressing = false;
const waiting: (() => void)[] = [];

function released(): void {
  pressing = false;
  // The click event follows the release.
  setTimeout(() => {
    for (const run of waiting.splice(0)) run();
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (pressing = true), true);
  for (const end of ['mouseup', 'pointercancel', 'dragend']) window.addEventListener(end, released, true);
}

/**
 * Delays a blur handler until the press that caused it has ended: an error text that appears in between moves the
 * button from under the pointer, and the browser sends no click.
 */
export const afterPress = (run: () => void) => (): void => {
  if (pressing) waiting.push(run);
  else run();
};
