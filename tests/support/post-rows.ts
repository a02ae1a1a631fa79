import type { Insertable } from 'kysely';
import type { DB } from '../../db/types.ts';
import { newId } from '../../server/core/ids.ts';
import { startWorkflow } from '../../server/features/outbox/commands.ts';
import type { TestWorld } from './people.ts';

type Post = Insertable<DB['publications']>;

/** Rows of a milestone's post with one look at it, without having been linked or looked at. Returns its id. */
export async function insertPostRows(
  world: TestWorld,
  milestoneId: string,
  post: Pick<Post, 'url' | 'state' | 'created_by'> & { outcome: NonNullable<Post['outcome']> } & Partial<Post>,
): Promise<string> {
  const [id, now] = [newId(), new Date()];
  await world.owner.transaction().execute(async (db) => {
    const deal = await db
      .selectFrom('milestones')
      .select(['id as milestone_id', 'contract_id', 'brand_org', 'creator_org'])
      .where('id', '=', milestoneId)
      .executeTakeFirstOrThrow();
    await startWorkflow({ ...world.system(), db }, 'publicationCheck', id);
    await db
      .insertInto('publications')
      .values({
        ...deal,
        platform: 'instagram',
        handles: ['maya'],
        label: '#ad',
        linked_at: now,
        created_at: now,
        updated_at: now,
        ...post,
        id,
      })
      .execute();
    const { brand_org, creator_org } = deal;
    const { url, outcome, detail = null, digest = null } = post;
    await db
      .insertInto('publication_checks')
      .values({ id: newId(), publication_id: id, brand_org, creator_org, at: now, url, outcome, detail, digest })
      .execute();
  });
  return id;
}
