import { ADDRESSES } from '../../core/addresses.ts';
import { rowsOfOrgs, rowsOfPerson, type Registration } from '../../registration.ts';
import { eraseFromConversations } from './marks.ts';
import { findConversations } from './queries/conversations.ts';
import { messagesToExport } from './queries/messages.ts';
import { readerOf } from './status.ts';
import { releaseMessage, removeMessage } from './write.ts';

export const register: Registration = {
  exportParts: [
    { name: 'messages', rows: messagesToExport },
    rowsOfOrgs('conversations', 'conversations', ['brand_org', 'creator_org']),
    rowsOfPerson('conversation-marks', 'conversation_marks'),
    rowsOfOrgs('message-templates', 'message_templates', ['org_id']),
  ],
  erase: (tx, { userId }) => eraseFromConversations(tx, userId),
  heldTexts: { message: { release: releaseMessage, remove: removeMessage } },
  find: {
    conversation: async (tx, { text, limit }) => {
      if (tx.actor.acting && !tx.actor.acting.scopes.includes('message')) return [];
      return (await findConversations(tx.db, { reader: readerOf(tx), text, limit })).map((row) => ({
        id: row.id,
        title: row.name,
        detail: row.body,
        path: ADDRESSES.conversation(row.id),
      }));
    },
  },
};
