import type { OrgContext } from '../../context.ts';
import { exponentOf, type Currency, type Money } from '../../core/money.ts';
import { creatorCards } from '../discovery/service.ts';
import type { PackageRow, ReferenceRate } from './queries/packages.ts';
import { atReferenceRate } from './rules.ts';
import { packageContent, type PackageCard, type PackageContent, type PackageDto } from './schema.ts';

const releaseTerms = packageContent.pick({ releaseTrigger: true, release: true, clocks: true });

export const toPackage = (row: PackageRow): PackageDto => ({
  id: row.id,
  state: row.state,
  version: row.version,
  title: row.title,
  description: row.description,
  deliverables: row.deliverables as PackageContent['deliverables'],
  currency: row.currency,
  price: row.price,
  deliveryDays: row.delivery_days,
  rights: { use: row.rights_use, days: row.rights_days },
  rounds: row.rounds,
  addons: row.addons as PackageContent['addons'],
  ...releaseTerms.parse(row.release_terms),
  updatedAt: row.updated_at,
});

/** An amount in another currency for comparing; null in the same currency, or where one of them has no reference rate. */
export function compared(money: Money, to: Currency, rates: readonly ReferenceRate[]): Money | null {
  const rateOf = (currency: Currency) => rates.find((rate) => rate.currency === currency)?.perEuro;
  const [from, into] = [rateOf(money.currency), rateOf(to)];
  if (money.currency === to || from === undefined || into === undefined) return null;
  return {
    amount: atReferenceRate(
      money.amount,
      { perEuro: from, exponent: exponentOf(money.currency) },
      { perEuro: into, exponent: exponentOf(to) },
    ),
    currency: to,
  };
}

/** Packages with their creators, in the given order; those of creators whom users may not find are left out. */
export async function toCards(
  tx: OrgContext,
  rows: readonly PackageRow[],
  { currency, rates }: { currency: Currency; rates: readonly ReferenceRate[] },
): Promise<PackageCard[]> {
  const creators = new Map(
    (await creatorCards(tx, [...new Set(rows.map((row) => row.org_id))])).map((creator) => [creator.orgId, creator]),
  );
  return rows.flatMap((row) => {
    const creator = creators.get(row.org_id);
    if (!creator) return [];
    return [
      {
        ...toPackage(row),
        creator,
        compared: compared({ amount: row.price, currency: row.currency }, currency, rates),
      },
    ];
  });
}
