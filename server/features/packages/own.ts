import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { checkText } from '../moderation/rules.ts';
import { toPackage } from './dto.ts';
import {
  creatorsAtWork,
  foundOf,
  insertPackage,
  lockPackages,
  packagesOfOrg,
  saveCapacity,
  setPackageState,
  updatePackage,
} from './queries/packages.ts';
import { clockRanges, liveClockRanges } from '../policies/service.ts';
import { MAX_PACKAGES, packagePriceProblem, packageReleaseProblem, USUAL_CAPACITY } from './rules.ts';
import type { capacityInput, OwnPackages, PackageContent, savePackageInput, setPackageStateInput } from './schema.ts';

async function ownPackages(tx: OrgContext): Promise<OwnPackages> {
  const { orgId } = tx.actor;
  const work = (await creatorsAtWork(tx.db, [orgId])).get(orgId);
  return {
    items: (await packagesOfOrg(tx.db, { orgId, activeOnly: false })).map(toPackage),
    capacity: work?.capacity ?? USUAL_CAPACITY,
    openWork: work?.open_work ?? 0,
    published: (await foundOf(tx.db, [orgId])).has(orgId),
    liveRanges: await liveClockRanges(tx),
  };
}

/** Texts that every brand reads. Throws package.text_not_allowed at the field that moderation would hold. */
function requireAllowedTexts({ title, description, addons }: PackageContent): void {
  const texts = [
    ['title', title],
    ['description', description],
    ...addons.map((addon, i) => [`addons.${i}.title`, addon.title] as const),
  ] as const;
  for (const [field, text] of texts) {
    const { verdict, findings } = checkText(text, 'package');
    if (verdict === 'hold') throw new AppError('package.text_not_allowed', { field, rule: findings[0]?.rule ?? '' });
  }
}

/** The creator's own packages. */
export const myPackages = (ctx: OrgContext): Promise<OwnPackages> => withTx(ctx, ownPackages);

/**
 * Adds a package, or changes one from the version that was read. Throws package.list_full, package.text_not_allowed, package.changed, the first
 * amount that cannot be a price, and why its money cannot wait for the post.
 */
export async function savePackage(ctx: OrgContext, input: z.output<typeof savePackageInput>): Promise<OwnPackages> {
  requireRight(ctx, 'profile.edit');
  const { packageId, version, ...content } = input;
  const problem = packagePriceProblem(content);
  if (problem) throw new AppError(problem.code, { field: problem.field, currency: content.currency });
  requireAllowedTexts(content);
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    if ((await bindRequestKey(tx, 'packages.save', input)) === 'repeated') return ownPackages(tx);
    const unreleased = packageReleaseProblem(content, {
      ranges: await clockRanges(tx),
      live: await liveClockRanges(tx),
    });
    if (unreleased) throw new AppError(unreleased.code, unreleased.data);
    await lockPackages(tx.db, orgId);
    const own = await packagesOfOrg(tx.db, { orgId, activeOnly: false });
    const at = tx.clock.now();
    if (packageId === undefined) {
      if (own.length >= MAX_PACKAGES) throw new AppError('package.list_full', { max: MAX_PACKAGES });
      const id = newId(at.getTime());
      await insertPackage(tx.db, { id, orgId, content, at });
      await audit(tx, 'package.added', `package:${id}`);
      return ownPackages(tx);
    }
    if (!own.some(({ id }) => id === packageId)) throw new AppError('not_found');
    if (!(await updatePackage(tx.db, { id: packageId, orgId, version: version ?? 0, content, at })))
      throw new AppError('package.changed');
    await audit(tx, 'package.saved', `package:${packageId}`, { version: (version ?? 0) + 1 });
    return ownPackages(tx);
  });
}

/** Offers it again, pauses it, or removes it for good. Offers that were sent keep their terms. */
export async function changePackageState(
  ctx: OrgContext,
  { packageId, state }: z.output<typeof setPackageStateInput>,
): Promise<OwnPackages> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    if (!(await setPackageState(tx.db, { id: packageId, orgId: tx.actor.orgId, state, at: tx.clock.now() })))
      throw new AppError('not_found');
    await audit(tx, `package.${state}`, `package:${packageId}`);
    return ownPackages(tx);
  });
}

/** How many offers and deals the creator takes at the same time. */
export async function setCapacity(ctx: OrgContext, { orders }: z.output<typeof capacityInput>): Promise<OwnPackages> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    await saveCapacity(tx.db, { orgId: tx.actor.orgId, orders, at: tx.clock.now() });
    await audit(tx, 'package.capacity', `org:${tx.actor.orgId}`, { orders });
    return ownPackages(tx);
  });
}
