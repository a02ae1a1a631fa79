import type { StaffRole } from '../../server/context.ts';

export const DEMO_PASSWORD = 'harbour-lantern-27';

export interface DemoAccount {
  role: string;
  email: string;
  /** Portal this account signs in at. */
  path: string;
}

/** The accounts worth trying first, for the table that a start ends with and the hints under the sign-in form. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { role: 'Brand owner', email: 'nadia@lumen.example', path: '/business-auth' },
  { role: 'Brand finance', email: 'theo@lumen.example', path: '/business-auth' },
  { role: 'Brand reviewer', email: 'ines@lumen.example', path: '/business-auth' },
  { role: 'Brand manager', email: 'karim@lumen.example', path: '/business-auth' },
  { role: 'Brand admin', email: 'margaux@lumen.example', path: '/business-auth' },
  { role: 'Brand viewer', email: 'paul@lumen.example', path: '/business-auth' },
  { role: 'Two organizations', email: 'claire@meridian.example', path: '/business-auth' },
  { role: 'Creator', email: 'maya@maya.example', path: '/influencer-auth' },
  { role: 'Creator, Arabic', email: 'yusuf@yusuf.example', path: '/influencer-auth' },
  { role: 'Creator, invited by an agency', email: 'ana@ana.example', path: '/influencer-auth' },
  { role: 'Agent', email: 'elena@vidal.example', path: '/influencer-auth' },
  { role: 'Operator', email: 'sam@sponsio.example', path: '/admin' },
  { role: 'Operator, Trust', email: 'ruth@sponsio.example', path: '/admin' },
  { role: 'Operator, Finance', email: 'diego@sponsio.example', path: '/admin' },
  { role: 'Operator, second person', email: 'emil@sponsio.example', path: '/admin' },
];

export const AGENCY = {
  key: 'vidal',
  name: 'Vidal Talent',
  city: 'Barcelona',
  country: 'ES',
  joined: 300,
  bank: 'ES',
  agent: { key: 'elena', name: 'Elena Vidal' },
  commissionBps: 1500,
  represents: ['leo', 'aicha'],
  /** Has not answered yet. */
  invites: 'ana',
  reviews: [
    { by: 'leo', stars: 5, body: 'Elena reads every clause before I do. My pay arrives split, and I see both shares.' },
    { by: 'aicha', stars: 4, body: 'Clear, quick, and never pushes. I would like fewer messages on Sundays.' },
  ],
  reply: 'Noted, Aïcha: nothing from us on Sundays any more.',
  billing: {
    legalName: 'Vidal Talent S.L.',
    country: 'ES',
    taxId: 'ESB12345674',
    address: 'Carrer de Mallorca 210, 08008 Barcelona',
  },
  page: {
    about:
      'We look after a handful of beauty and food creators in Barcelona, Paris and Lyon. We negotiate and deliver; the creator confirms and signs.',
    website: null,
    contactEmail: 'hola@vidal.example',
    licence: '',
    niches: ['beauty', 'food'],
    commissionMinBps: 1000,
    commissionMaxBps: 1500,
  },
} as const;

export const STAFF: readonly { key: string; name: string; role: StaffRole }[] = [
  { key: 'sam', name: 'Sam Keller', role: 'super' },
  { key: 'ruth', name: 'Ruth Adeyemi', role: 'trust' },
  { key: 'diego', name: 'Diego Navarro', role: 'finance' },
  { key: 'nora', name: 'Nora Lindqvist', role: 'finance' },
  // A ruling that was appealed is decided by two who did not take it.
  { key: 'emil', name: 'Emil Sørensen', role: 'finance' },
];
