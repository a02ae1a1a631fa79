import type { ServiceContext } from '../../context.ts';
import { toPackage } from './dto.ts';
import { lockPackages, packagesOfOrg, setPrice } from './queries/packages.ts';
import type { PackageDto } from './schema.ts';

/** The packages that a creator offers now, in the caller's transaction. */
export async function offeredPackages(tx: ServiceContext, orgId: string): Promise<PackageDto[]> {
  return (await packagesOfOrg(tx.db, { orgId, activeOnly: true })).map(toPackage);
}

/** As {@link offeredPackages}; none of them is edited until the transaction ends. */
export async function lockedPackages(tx: ServiceContext, orgId: string): Promise<PackageDto[]> {
  await lockPackages(tx.db, orgId);
  return offeredPackages(tx, orgId);
}

/** Gives a package that is still at `version` another price, as its next version; false: it was changed or removed. */
export const movePrice = (
  tx: ServiceContext,
  input: { packageId: string; orgId: string; version: number; price: number },
): Promise<boolean> => setPrice(tx.db, { ...input, at: tx.clock.now() });
