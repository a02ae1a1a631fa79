import type { Db } from '../../../../db/client.ts';

/** Attaches these files to the message; returns how many there were. */
export async function attachFiles(
  db: Db,
  input: {
    messageId: string;
    fileIds: string[];
    /** The thread that they were uploaded to, or the conversation itself. */
    offerId: string | null;
    conversationId: string | null;
    userId: string;
    orgId: string;
  },
): Promise<number> {
  if (input.fileIds.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ message_id: input.messageId })
    .where('id', 'in', input.fileIds)
    .where(
      input.offerId === null ? 'conversation_id' : 'offer_id',
      '=',
      input.offerId === null ? input.conversationId : input.offerId,
    )
    .where('org_id', '=', input.orgId)
    .where('created_by', '=', input.userId)
    .where('message_id', 'is', null)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes an unsent file of its sender; returns where it is stored. */
export async function removeUnsent(
  db: Db,
  input: { fileId: string; userId: string; orgId: string },
): Promise<string | undefined> {
  const row = await db
    .updateTable('files')
    .set({ state: 'rejected' })
    .where('id', '=', input.fileId)
    .where('org_id', '=', input.orgId)
    .where('created_by', '=', input.userId)
    .where((eb) => eb.or([eb('offer_id', 'is not', null), eb('conversation_id', 'is not', null)]))
    .where('message_id', 'is', null)
    .where('state', '=', 'ready')
    .returning('storage_key')
    .executeTakeFirst();
  return row?.storage_key;
}
