import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  held_texts: {
    kind: typeIn('server/features/moderation/rules.ts', 'TextKind'),
    rule: typeIn('server/features/moderation/rules.ts', 'TextRule'),
    state: `Generated<${typeIn('server/features/moderation/schema.ts', 'HeldTextState')}>`,
  },
};
