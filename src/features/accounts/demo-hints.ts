/** The demo's accounts; shown only if the server reports that this is a demo. */
export const DEMO_PASSWORD = 'harbour-lantern-27';

export type Portal = 'auth' | 'business' | 'influencer' | 'admin';

export interface DemoPerson {
  name: string;
  email: string;
  portal: Exclude<Portal, 'auth'>;
}

const PEOPLE: readonly DemoPerson[] = [
  { name: 'Nadia Benali', email: 'nadia@lumen.example', portal: 'business' },
  { name: 'Théo Martin', email: 'theo@lumen.example', portal: 'business' },
  { name: 'Inès Costa', email: 'ines@lumen.example', portal: 'business' },
  { name: 'Karim Haddad', email: 'karim@lumen.example', portal: 'business' },
  { name: 'Margaux Petitjean', email: 'margaux@lumen.example', portal: 'business' },
  { name: 'Paul Mercier', email: 'paul@lumen.example', portal: 'business' },
  { name: 'Claire Osei', email: 'claire@meridian.example', portal: 'business' },
  { name: 'Maya Laurent', email: 'maya@maya.example', portal: 'influencer' },
  { name: 'Yusuf Al-Amin', email: 'yusuf@yusuf.example', portal: 'influencer' },
  { name: 'Ana Ribeiro', email: 'ana@ana.example', portal: 'influencer' },
  { name: 'Elena Vidal', email: 'elena@vidal.example', portal: 'influencer' },
  { name: 'Sam Keller', email: 'sam@sponsio.example', portal: 'admin' },
  { name: 'Ruth Adeyemi', email: 'ruth@sponsio.example', portal: 'admin' },
  { name: 'Diego Navarro', email: 'diego@sponsio.example', portal: 'admin' },
];

/** `/auth` lists everyone but staff; each other portal its own accounts. */
export function demoPeopleAt(portal: Portal): readonly DemoPerson[] {
  return PEOPLE.filter((person) => (portal === 'auth' ? person.portal !== 'admin' : person.portal === portal));
}
