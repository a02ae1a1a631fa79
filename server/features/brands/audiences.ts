import type { ServiceContext } from '../../context.ts';
import { savedAt, storedAudiences } from './queries/profiles.ts';
import type { Audience } from './schema.ts';

const EVERYBODY: Audience = { ageMin: null, ageMax: null, genders: [] };

/** An audience as it is stored; older ones lack some of it. */
export const audienceFrom = (stored: unknown): Audience => ({ ...EVERYBODY, ...(stored as Partial<Audience> | null) });

/** Whom each of these brands is to reach, of those that have a profile. In the caller's transaction. */
export async function audiencesOfBrands(tx: ServiceContext, orgIds: readonly string[]): Promise<Map<string, Audience>> {
  const rows = orgIds.length === 0 ? [] : await storedAudiences(tx.db, orgIds);
  return new Map(rows.map(({ org_id: orgId, audience }) => [orgId, audienceFrom(audience)]));
}

/** When the profile of the brand was last changed; null where there is none. In the caller's transaction. */
export const brandSavedAt = async (tx: ServiceContext, orgId: string): Promise<Date | null> =>
  (await savedAt(tx.db, orgId))?.updated_at ?? null;
