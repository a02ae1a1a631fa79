let pressing = false;
const waiting: (() => void)[] = [];

function released(): void {
  pressing = false;
  // The click comes right behind the release.
  setTimeout(() => {
    for (const run of waiting.splice(0)) run();
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (pressing = true), true);
  for (const end of ['mouseup', 'pointercancel', 'dragend']) window.addEventListener(end, released, true);
}

/**
 * What is done when a field is left waits until the press that left it has ended: an error text that appears in between
 * moves the button from under the pointer, and the browser takes the click for none.
 */
export const afterPress = (run: () => void) => (): void => {
  if (pressing) waiting.push(run);
  else run();
};
