import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { myCreatorProfile, saveCreatorProfile } from '../../../server/features/creators/service.ts';
import { changeWork, pinWork, receiveWork } from '../../../server/features/portfolio/service.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

const ASSETS = new URL('../assets/', import.meta.url);

/** File, title, brand. */
const WORKS: readonly [file: string, title: string, brand: string][] = [
  ['coffee.webp', 'First espresso of the day', 'Café Lumen'],
  ['loaf.webp', 'Five in the morning at the oven', 'Maison Orge'],
  ['bowls.webp', 'Lunch at the counter', ''],
  ['oranges.webp', 'Market on a Saturday', ''],
  ['stems.webp', 'Flowers for the tables', 'Café Lumen'],
  ['sunday-plate.mp4', 'Sunday plate in twelve seconds', ''],
];

/** How Maya works, and six works on her page. */
export function portfolioStories(stage: Stage): Record<string, () => Story> {
  return {
    async *'portfolio of maya'(): Story {
      yield stage.ago(40);
      const maya = () => stage.as('maya');
      const { orgId: _o, name: _n, publishedAt: _p, held: _h, draft: _d, ...profile } = await myCreatorProfile(maya());
      await saveCreatorProfile(maya(), {
        ...profile,
        details: {
          ...profile.details,
          service: 'area',
          serviceKm: 40,
          formats: ['reel', 'story', 'photos', 'video'],
          refused: ['gambling', 'tobacco'],
        },
      });
      for (const [n, [name, title, brand]] of WORKS.entries()) {
        stage.clock.advance(60_000);
        const body = createReadStream(fileURLToPath(new URL(name, ASSETS)));
        const declared = name.endsWith('.mp4') ? 'video/mp4' : 'image/webp';
        const { id } = await receiveWork(maya(), { name, declared, body });
        await changeWork(maya(), { id, title, link: '', brand });
        if (n < 2) await pinWork(maya(), { id, pinned: true });
      }
    },
  };
}
