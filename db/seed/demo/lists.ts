import { saveBrand } from '../../../server/features/brands/service.ts';
import { createList, saveNote, saveTags } from '../../../server/features/lists/service.ts';
import { saveSearch } from '../../../server/features/saved-searches/service.ts';
import type { Stage } from '../stage/stage.ts';

const orgOf = (stage: Stage, key: string): string => {
  const found = stage.cast.get(key);
  if (!found) throw new Error(`${key} is not in the cast`);
  return found.orgId;
};

/** Whom the brands keep for later, and what they say of themselves. */
export async function keepCreators(stage: Stage): Promise<void> {
  const lists: { name: string; creators: [key: string, note: string, tags: string[]][] }[] = [
    {
      name: 'Breakfast in Lyon',
      creators: [
        ['maya', 'Delivered the summer reel a day early. Ask about the winter menu first.', ['coffee', 'reliable']],
        ['hugo', 'Good light, long captions.', ['coffee']],
        ['sofia', '', ['reels']],
      ],
    },
    { name: 'Winter menu', creators: [['maya', '', ['coffee', 'reliable']]] },
    { name: 'Next year', creators: [['sofia', 'Free from March.', ['reels']]] },
  ];
  for (const { name, creators } of lists) {
    const { list } = await createList(stage.as('nadia'), {
      name,
      creators: creators.map(([key]) => orgOf(stage, key)),
    });
    for (const [key, note, tags] of creators) {
      const creatorOrg = orgOf(stage, key);
      if (note) await saveNote(stage.as('nadia'), { listId: list.id, creatorOrg, note });
      if (tags.length > 0) await saveTags(stage.as('nadia'), { creatorOrg, tags });
    }
  }
  await saveSearch(stage.as('nadia'), {
    name: 'Coffee, up to 20K',
    filters: { niches: ['coffee'], followers: { min: 1_000, max: 20_000 } },
    alert: true,
  });
  await saveSearch(stage.as('nadia'), {
    name: 'Food videos in French',
    filters: { niches: ['food'], languages: ['fr'], platforms: ['tiktok'] },
    alert: false,
  });
  await saveBrand(stage.as('nadia'), {
    description:
      'Three coffee shops in Lyon that roast their own beans. We look for people who film mornings, warm cups and neighbors, not studios.',
    website: 'https://lumen.example',
    niches: ['food', 'coffee'],
    colors: ['#2f4a3c', '#e9c46a', '#f7f3ec'],
    audience: { ageMin: 20, ageMax: 45, genders: [] },
    claimsAllowed: ['Roasted in Lyon every Tuesday', 'Oat milk at no extra charge'],
    claimsForbidden: ['Any statement about health', 'Comparisons with other coffee shops'],
    locations: [
      { name: 'Lumen Terreaux', address: '14 rue des Capucins', city: 'Lyon', country: 'FR' },
      { name: 'Lumen Croix-Rousse', address: '3 place des Tapis', city: 'Lyon', country: 'FR' },
    ],
  });
}
