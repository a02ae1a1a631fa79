import type { Kysely } from 'kysely';
import { locationOf } from '../../server/features/places/gazetteer.ts';
import type { DB } from '../types.ts';

const PAGE = 1_000;

/** Resolves the cities of orgs and campaigns that were written before they had a place. Returns how many it found. */
export async function writePlaceIds(worker: Kysely<DB>): Promise<number> {
  let found = 0;
  for (const table of ['orgs', 'campaigns'] as const) {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await worker
        .selectFrom(table)
        .select(['id', 'city', 'country'])
        .where('place_id', 'is', null)
        .where('city', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute();
      for (const { id, city, country } of rows) {
        after = id;
        const { place_id, ...point } = locationOf(city, country);
        if (place_id === null) continue;
        if (table === 'orgs')
          await worker
            .updateTable(table)
            .set({ place_id, ...point })
            .where('id', '=', id)
            .execute();
        else await worker.updateTable(table).set({ place_id }).where('id', '=', id).execute();
        found++;
      }
      if (rows.length < PAGE) break;
    }
  }
  return found;
}
