import type { ContactSpec } from '../../core/contacts.ts';

export const CONTACTS = {
  adReply: {
    limits: { young: 20, grown: 100 },
    table: 'ad_replies',
    sender: 'replier_org',
    receiver: 'owner_org',
  },
} as const satisfies Record<string, ContactSpec>;
