import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  conversation_marks: {},
  conversations: {},
  message_templates: {},
  messages: { warning: `${typeIn('server/features/moderation/rules.ts', 'TextRule')} | null` },
};
