/*
 * What somebody typed and has not sent, kept for this tab only. Small on purpose: every page that hears of a sign-out
 * loads it, also those that keep nothing.
 */

export const DRAFT_KEY = 'sponsio.draft';
export const WRITING_KEY = 'sponsio.writing';

/** Where storage is forbidden or full, what is being written is still here until the page is loaded anew. */
export const memory: { writing: Record<string, unknown> | null } = { writing: null };

/** Whoever signs out leaves nothing behind, neither in this tab nor in the others, which hear of it. */
export function forgetTyped(): void {
  memory.writing = null;
  try {
    window.sessionStorage.removeItem(DRAFT_KEY);
    window.sessionStorage.removeItem(WRITING_KEY);
  } catch {
    // Storage is forbidden: nothing was kept in it.
  }
}
