import { typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  outreach_recipients: {
    state: `Generated<${typeIn('server/features/outreach/schema.ts', 'RecipientState')}>`,
    variant: typeIn('server/features/outreach/schema.ts', 'Variant'),
  },
  outreach_sends: {
    channel: typeIn('server/features/outreach/schema.ts', 'Channel'),
    variant: typeIn('server/features/outreach/schema.ts', 'Variant'),
  },
  outreach_sequences: { state: `Generated<${typeIn('server/features/outreach/schema.ts', 'SequenceState')}>` },
  outreach_suppressions: { reason: typeIn('server/features/outreach/schema.ts', 'SuppressionReason') },
};
