import type { ServiceContext } from '../../../context.ts';
import { insertDraft, markSubmitted, setMark, updateDraft } from './queries.ts';

/*
 * Versions of the work and the marks on its brief, written in the caller's transaction: a decision about a milestone
 * writes them too.
 */

/** Makes the draft that follows the newest version; does nothing when it exists already. */
export const addDraft = (tx: ServiceContext, draft: Parameters<typeof insertDraft>[1]): Promise<void> =>
  insertDraft(tx.db, draft);

/** False when it is no draft any more. */
export const changeDraft = (
  tx: ServiceContext,
  input: { submissionId: string; caption: string; note: string },
): Promise<boolean> => updateDraft(tx.db, input);

/** False when it is no draft any more. */
export const markAsSubmitted = (tx: ServiceContext, submissionId: string): Promise<boolean> =>
  markSubmitted(tx.db, { submissionId, at: tx.clock.now() });

export const markItem = (tx: ServiceContext, input: Omit<Parameters<typeof setMark>[1], 'at'>): Promise<void> =>
  setMark(tx.db, { ...input, at: tx.clock.now() });
