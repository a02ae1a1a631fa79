import type { ContactSpec } from '../../core/contacts.ts';

export const CONTACTS = {
  offer: {
    limits: { young: 20, grown: 100 },
    table: 'offers',
    sender: 'brand_org',
    receiver: 'creator_org',
    // The creator applied: the brand answers.
    nullColumn: 'application_id',
  },
} as const satisfies Record<string, ContactSpec>;
