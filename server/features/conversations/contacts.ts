import type { ContactSpec } from '../../core/contacts.ts';

export const CONTACTS = {
  message: { limits: { young: 200, grown: 1_000 }, table: 'messages', sender: 'author_org' },
  conversation: {
    limits: { young: 20, grown: 100 },
    table: 'conversations',
    sender: 'opened_by',
    receiver: 'opened_with',
  },
} as const satisfies Record<string, ContactSpec>;
