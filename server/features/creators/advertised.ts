import type { OrgContext, ServiceContext } from '../../context.ts';
import { refusedOf, type CategoryKey } from './categories/rules.ts';
import { advertisedBy } from './categories/words.ts';
import { creatorOfOrg } from './queries.ts';
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

/** What a creator refuses of what the actor's org and these texts advertise. In the caller's transaction. */
export async function refusedBy(
  tx: OrgContext,
  of: { creatorOrg: string; texts?: readonly string[]; niches?: readonly string[] },
): Promise<CategoryKey[]> {
  const refused = (await creatorOfOrg(tx.db, of.creatorOrg))?.refused ?? [];
  if (refused.length === 0) return [];
  const { orgId } = tx.actor;
  const own = (await advertisedByBrands(tx, [orgId])).get(orgId) ?? [];
  return refusedOf(refused, [...own, ...advertisedBy({ texts: of.texts ?? [], niches: of.niches ?? [] })]);
}
