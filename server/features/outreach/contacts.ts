import type { ContactSpec } from '../../core/contacts.ts';

export const CONTACTS = {
  outreach: {
    limits: { young: 20, grown: 200 },
    table: 'outreach_sends',
    sender: 'org_id',
    receiver: 'creator_org',
  },
} as const satisfies Record<string, ContactSpec>;
