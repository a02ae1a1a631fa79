const ACTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'input'] as const;

let acted: Promise<void> | null = null;

/** Resolves at the first move, touch, key or typed text on the page. */
function firstAct(): Promise<void> {
  return (acted ??= new Promise((resolve) => {
    for (const act of ACTS) window.addEventListener(act, () => resolve(), { once: true, passive: true, capture: true });
  }));
}

/**
 * Loads code that a first visit does not need as soon as the user does something, so that the first use does not wait.
 * Returns a function that cancels it.
 */
export function preloadAtFirstAct(load: () => unknown): () => void {
  let wanted = true;
  void firstAct().then(() => {
    if (wanted) load();
  });
  return () => {
    wanted = false;
  };
}
