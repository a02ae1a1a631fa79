import type { OrgRole } from '../../server/context.ts';
import type { Locale } from '../../server/core/locale.ts';

export interface BrandSeed {
  key: string;
  name: string;
  city: string;
  country: string;
  legalName: string;
  taxId: string | null;
  address: string;
  people: readonly { key: string; name: string; role: OrgRole; locale?: Locale }[];
}

export const BRANDS: readonly BrandSeed[] = [
  {
    key: 'lumen',
    name: 'Café Lumen',
    city: 'Lyon',
    country: 'FR',
    legalName: 'Café Lumen SARL',
    taxId: 'FR43812345684',
    address: '14 rue des Capucins, 69001 Lyon',
    people: [
      { key: 'nadia', name: 'Nadia Benali', role: 'owner' },
      { key: 'theo', name: 'Théo Martin', role: 'finance' },
      { key: 'ines', name: 'Inès Costa', role: 'reviewer' },
      { key: 'karim', name: 'Karim Haddad', role: 'manager' },
      { key: 'margaux', name: 'Margaux Petitjean', role: 'admin', locale: 'fr' },
      { key: 'paul', name: 'Paul Mercier', role: 'viewer', locale: 'fr' },
    ],
  },
  {
    key: 'bask',
    name: 'Bask',
    city: 'Barcelona',
    country: 'ES',
    legalName: 'Bask Cosmética S.L.',
    taxId: 'ESB66123456',
    address: 'Carrer de Verdi 40, 08012 Barcelona',
    people: [{ key: 'laia', name: 'Laia Ferrer', role: 'owner', locale: 'es' }],
  },
  {
    key: 'forno',
    name: 'Forno Rosso',
    city: 'Milan',
    country: 'IT',
    legalName: 'Forno Rosso S.r.l.',
    taxId: 'IT09876540973',
    address: 'Via Paolo Sarpi 21, 20154 Milano',
    people: [{ key: 'paolo', name: 'Paolo Ricci', role: 'owner', locale: 'it' }],
  },
  {
    key: 'northlight',
    name: 'Northlight Yoga',
    city: 'London',
    country: 'GB',
    legalName: 'Northlight Yoga Ltd',
    taxId: 'GB287654354',
    address: '9 Wilton Way, London E8 1BH',
    people: [{ key: 'harriet', name: 'Harriet Cole', role: 'owner' }],
  },
  {
    key: 'trailhead',
    name: 'Trailhead Outfitters',
    city: 'Austin',
    country: 'US',
    legalName: 'Trailhead Outfitters LLC',
    taxId: null,
    address: '1200 South Lamar Blvd, Austin, TX 78704',
    people: [{ key: 'dana', name: 'Dana Whitfield', role: 'owner' }],
  },
  {
    key: 'meridian',
    name: 'Meridian Group',
    city: 'London',
    country: 'GB',
    legalName: 'Meridian Group plc',
    taxId: 'GB112233473',
    address: '3 Finsbury Avenue, London EC2M 2PF',
    people: [
      { key: 'claire', name: 'Claire Osei', role: 'owner' },
      { key: 'rohan', name: 'Rohan Desai', role: 'finance' },
      { key: 'farah', name: 'Farah Nasser', role: 'manager' },
    ],
  },
  {
    key: 'orge',
    name: 'Maison Orge',
    city: 'Lyon',
    country: 'FR',
    legalName: 'Maison Orge SAS',
    taxId: 'FR15901234567',
    address: '52 rue Mercière, 69002 Lyon',
    people: [{ key: 'lucie', name: 'Lucie Perret', role: 'owner', locale: 'fr' }],
  },
  {
    key: 'velours',
    name: 'Velours Thé',
    city: 'Lyon',
    country: 'FR',
    legalName: 'Velours Thé SAS',
    taxId: 'FR72823456785',
    address: '7 place Sathonay, 69001 Lyon',
    people: [{ key: 'anton', name: 'Anton Lemaire', role: 'owner', locale: 'fr' }],
  },
];

/** People of one org who belong to another one besides, joined this many days ago. */
export const GUESTS: readonly { key: string; org: string; role: OrgRole; joined: number }[] = [
  { key: 'claire', org: 'northlight', role: 'admin', joined: 90 },
];
