import type { ContactSpec } from '../../core/contacts.ts';

export const CONTACTS = {
  message: { limits: { young: 200, grown: 1_000 }, table: 'messages', sender: 'author_org' },
} as const satisfies Record<string, ContactSpec>;
