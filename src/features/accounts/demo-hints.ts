/** The demo story's people; shown only where the server says that this is a demo. */
export const DEMO_PASSWORD = 'harbour-lantern-27';

export type Door = 'auth' | 'business' | 'influencer' | 'admin';

export interface DemoPerson {
  name: string;
  email: string;
  door: Exclude<Door, 'auth'>;
}

const PEOPLE: readonly DemoPerson[] = [
  { name: 'Nadia Benali', email: 'nadia@lumen.example', door: 'business' },
  { name: 'Théo Martin', email: 'theo@lumen.example', door: 'business' },
  { name: 'Inès Costa', email: 'ines@lumen.example', door: 'business' },
  { name: 'Claire Osei', email: 'claire@meridian.example', door: 'business' },
  { name: 'Maya Laurent', email: 'maya@maya.example', door: 'influencer' },
  { name: 'Yusuf Al-Amin', email: 'yusuf@yusuf.example', door: 'influencer' },
  { name: 'Ana Ribeiro', email: 'ana@ana.example', door: 'influencer' },
  { name: 'Elena Vidal', email: 'elena@vidal.example', door: 'influencer' },
  { name: 'Sam Keller', email: 'sam@sponsio.example', door: 'admin' },
  { name: 'Ruth Adeyemi', email: 'ruth@sponsio.example', door: 'admin' },
  { name: 'Diego Navarro', email: 'diego@sponsio.example', door: 'admin' },
];

/** `/auth` offers everybody but staff; each other door its own. */
export function demoPeopleAt(door: Door): readonly DemoPerson[] {
  return PEOPLE.filter((person) => (door === 'auth' ? person.door !== 'admin' : person.door === door));
}
