/*
 * Typed text that is not sent yet, stored for this tab only. Kept small: every page that follows sign-outs loads this file,
 * also pages without a form. Two entries of the session storage:
 *   FORM_DRAFTS   written by `useFormDraft` when a page is left because the session ended; read once.
 *   DRAFT_STATES  written by `useDraftState` at each change, until the text is sent.
 */

export const FORM_DRAFTS = 'sponsio.draft';
export const DRAFT_STATES = 'sponsio.writing';

/** Lost at a reload. `states`: a copy of DRAFT_STATES, also where storage is forbidden or full. */
export const draftMemory: {
  states: Record<string, unknown> | null;
  /** The session ended without a sign-out: forms that are left now store what was typed. */
  sessionEnded: boolean;
} = {
  states: null,
  sessionEnded: false,
};

/** The stored text of an entry; null if there is none or storage is forbidden. */
export function readDraftEntry(name: string): string | null {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Storage may be forbidden or full; the text then lives only until the page is reloaded. */
export function writeDraftEntry(name: string, text: string | null): void {
  try {
    if (text === null) window.sessionStorage.removeItem(name);
    else window.sessionStorage.setItem(name, text);
  } catch {
    // Not stored.
  }
}

/** At a sign-out, in this tab and in every other one. */
export function clearDrafts(): void {
  draftMemory.states = null;
  draftMemory.sessionEnded = false;
  writeDraftEntry(FORM_DRAFTS, null);
  writeDraftEntry(DRAFT_STATES, null);
}
