import { createList, saveNote, saveTags } from '../../../server/features/lists/service.ts';
import { saveSearch } from '../../../server/features/saved-searches/service.ts';
import { addRecipients } from '../../../server/features/outreach/recipients.ts';
import { createSequence } from '../../../server/features/outreach/service.ts';
import type { Stage } from '../stage/stage.ts';

const orgOf = (stage: Stage, key: string): string => {
  const found = stage.cast.get(key);
  if (!found) throw new Error(`${key} is not in the cast`);
  return found.orgId;
};

/** Whom the brands keep for later. */
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
  await scoutCreators(stage);
}

/** Creators whom the agency would like to represent, and a sequence to them that is not started yet. */
async function scoutCreators(stage: Stage): Promise<void> {
  const ctx = () => stage.as('elena');
  const { list } = await createList(ctx(), {
    name: 'To represent',
    creators: ['hugo', 'camille'].map((key) => orgOf(stage, key)),
  });
  await saveNote(ctx(), {
    listId: list.id,
    creatorOrg: orgOf(stage, 'hugo'),
    note: 'No agency yet. Wants help with offers from abroad.',
  });
  await saveSearch(ctx(), {
    name: 'Food in Lyon, up to 50K',
    filters: { niches: ['food'], followers: { min: 5_000, max: 50_000 } },
    alert: true,
  });
  const { sequenceId } = await createSequence(ctx(), {
    name: 'Creators in Lyon',
    subject: 'Representation by {brand}',
    campaignId: null,
    steps: [
      {
        kind: 'message',
        texts: [
          'Hello {name},\n\nwe are {brand}, an agency for creators in France. We would like to represent you: we find work and negotiate, and you decide what we may do in your name. Shall we send you the terms?',
        ],
      },
      { kind: 'wait', days: 5 },
      { kind: 'follow_up', texts: ['Hello {name},\n\nare you interested? A short yes or no helps us.'] },
    ],
  });
  await addRecipients(ctx(), { sequenceId, from: { kind: 'list', listId: list.id } });
}
