/*
 * What somebody typed and has not sent, kept for this tab only. Small on purpose: every page that hears of a sign-out
 * loads it, also those that keep nothing.
 */

export const DRAFT_KEY = 'sponsio.draft';
export const WRITING_KEY = 'sponsio.writing';

/**
 * Of this page until it is loaded anew: what is being written, also where storage is forbidden or full, and whether the
 * session has ended by itself, which is no reason to lose what is typed.
 */
export const memory: { writing: Record<string, unknown> | null; sessionEnded: boolean } = {
  writing: null,
  sessionEnded: false,
};

/** Whoever signs out leaves nothing behind, neither in this tab nor in the others, which hear of it. */
export function forgetTyped(): void {
  memory.writing = null;
  memory.sessionEnded = false;
  try {
    window.sessionStorage.removeItem(DRAFT_KEY);
    window.sessionStorage.removeItem(WRITING_KEY);
  } catch {
    // Storage is forbidden: nothing was kept in it.
  }
}
