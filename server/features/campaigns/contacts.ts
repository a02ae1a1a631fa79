import type { ContactSpec } from '../../core/contacts.ts';

export const CONTACTS = {
  application: {
    limits: { young: 20, grown: 100 },
    table: 'applications',
    sender: 'creator_org',
    receiver: 'brand_org',
  },
} as const satisfies Record<string, ContactSpec>;
