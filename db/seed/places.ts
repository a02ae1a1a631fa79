import type { Kysely } from 'kysely';
import { placeIdOf } from '../../server/features/places/gazetteer.ts';
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
        const place = placeIdOf(city, country);
        if (place === null) continue;
        await worker.updateTable(table).set({ place_id: place }).where('id', '=', id).execute();
        found++;
      }
      if (rows.length < PAGE) break;
    }
  }
  return found;
}
