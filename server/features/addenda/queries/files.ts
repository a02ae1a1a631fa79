import type { Db } from '../../../../db/client.ts';
import type { Locale } from '../../../core/locale.ts';
import type { AddendumRow } from './addenda.ts';

export async function fileOf(db: Db, addendumId: string, locale: Locale) {
  return db
    .selectFrom('addendum_files')
    .select(['sha256', 'storage_key'])
    .where('addendum_id', '=', addendumId)
    .where('locale', '=', locale)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** Records a file of an addendum; the same bytes made again stand under their newest key. */
export async function saveFile(
  db: Db,
  file: {
    sha256: string;
    addendum: Pick<AddendumRow, 'id' | 'brand_org' | 'creator_org' | 'agency_org'>;
    locale: Locale;
    key: string;
    size: number;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('addendum_files')
    .values({
      sha256: file.sha256,
      addendum_id: file.addendum.id,
      brand_org: file.addendum.brand_org,
      creator_org: file.addendum.creator_org,
      agency_org: file.addendum.agency_org,
      locale: file.locale,
      storage_key: file.key,
      size: file.size,
      created_at: file.at,
    })
    .onConflict((c) => c.column('sha256').doUpdateSet({ storage_key: file.key }))
    .execute();
}
