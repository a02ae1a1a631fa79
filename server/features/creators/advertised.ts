import type { ServiceContext } from '../../context.ts';
import type { CategoryKey } from './categories/rules.ts';
import { advertisedBy } from './categories/words.ts';
import { brandTexts } from './queries/advertised.ts';

/** The categories that each of these brands advertises, by its name, description and niches. In the caller's transaction. */
export async function advertisedByBrands(
  tx: ServiceContext,
  orgIds: readonly string[],
): Promise<Map<string, CategoryKey[]>> {
  const rows = orgIds.length === 0 ? [] : await brandTexts(tx.db, orgIds);
  return new Map(
    rows.map(({ org_id: orgId, name, description, niches }) => [
      orgId,
      advertisedBy({ texts: [name, description ?? ''], niches: niches ?? [] }),
    ]),
  );
}
