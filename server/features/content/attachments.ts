import type { OrgContext } from '../../context.ts';
import { attachFiles, removeUnsent } from './queries/attachments.ts';

/** Attaches unsent files of the actor to its message; returns how many there were. In the caller's transaction. */
export const attachToMessage = (
  tx: OrgContext,
  input: { messageId: string; fileIds: string[]; offerId: string | null; conversationId: string | null },
): Promise<number> => attachFiles(tx.db, { ...input, userId: tx.actor.userId, orgId: tx.actor.orgId });

/** Deletes an unsent file of the actor; returns where it is stored. In the caller's transaction. */
export const removeUnsentFile = (tx: OrgContext, fileId: string): Promise<string | undefined> =>
  removeUnsent(tx.db, { fileId, userId: tx.actor.userId, orgId: tx.actor.orgId });
