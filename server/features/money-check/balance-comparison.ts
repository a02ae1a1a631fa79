import type { Db } from '../../../db/client.ts';
import type { BalanceLine } from '../../integrations/stripe/provider.ts';
import type { Finding } from './queries/check.ts';
import { mirroredBy, postingsSince, providerMirrors } from './queries/provider.ts';
import type { InFlight } from './schema.ts';
import type { SeenLines } from './seen-lines.ts';

interface Comparison {
  /** The provider's, by currency. */
  balances: ReadonlyMap<string, number>;
  /** Lines after the newest one that was known when the balances were read, in their order. */
  tail: readonly BalanceLine[];
  inFlight: readonly InFlight[];
  /** Lines that an open operation or a webhook explains. */
  explained: ReadonlySet<string>;
  seen: SeenLines;
  readAt: Date;
}

/**
 * Our balance plus money in flight equals the provider's. Lines after the marker may or may not be part of the
 * balance that was read; they are in their order, so that the balance is right when it is right up to one of them.
 */
export async function compareBalances(
  db: Db,
  { balances, tail, inFlight, explained, seen, readAt }: Comparison,
): Promise<Finding[]> {
  const ours = await providerMirrors(db);
  const later = await postingsSince(db, readAt);
  /** The fee of a later posting is later, too. */
  const unseen = later.filter((p) => p.ref !== null && !seen.has(p.ref));
  const laterOps = new Set(unseen.map((p) => `${p.opId.replace(/:suspense$/, '')}:fee`));
  const booked = new Set(
    (
      await mirroredBy(
        db,
        tail.map((line) => line.id),
      )
    ).keys(),
  );
  const found: Finding[] = [];
  for (const currency of new Set([...ours.keys(), ...balances.keys()])) {
    const afterwards = [...unseen, ...later.filter((p) => p.kind === 'provider_fee' && laterOps.has(p.opId))]
      .filter((p) => p.currency === currency)
      .reduce((sum, p) => sum + p.moved, 0);
    const moving = inFlight.filter((f) => f.currency === currency).reduce((sum, f) => sum + f.amount, 0);
    const expected = (ours.get(currency) ?? 0) - afterwards + moving;
    const theirs = balances.get(currency) ?? 0;
    if (
      reaches(
        theirs,
        expected,
        tail.filter((line) => line.currency === currency && (booked.has(line.id) || explained.has(line.id))),
      )
    )
      continue;
    found.push({
      detail: `${currency}: ${ours.get(currency) ?? 0} in the ledger${moving === 0 ? '' : ` and ${moving} in flight`}${afterwards === 0 ? '' : ` less ${afterwards} booked since`}, ${theirs} at the provider: off by ${theirs - expected}`,
      currency,
      key: `${currency} ${theirs - expected}`,
    });
  }
  return found;
}

/** The provider's lines sum to its own balances. */
export function addUp(
  sums: ReadonlyMap<string, number>,
  balances: ReadonlyMap<string, number>,
  tail: readonly BalanceLine[],
): Finding[] {
  return [...sums].flatMap(([currency, sum]) => {
    const theirs = balances.get(currency);
    if (
      theirs === undefined ||
      reaches(
        theirs,
        sum,
        tail.filter((line) => line.currency === currency),
      )
    )
      return [];
    return [
      {
        detail: `${currency}: the provider's balance is ${theirs}, its lines add up to ${sum}`,
        currency,
        key: `${currency} ${theirs - sum}`,
      },
    ];
  });
}

/** Whether `balance` is `all`, or was before one of the lines at the end came. */
function reaches(balance: number, all: number, tail: readonly BalanceLine[]): boolean {
  let expected = all;
  if (expected === balance) return true;
  for (const line of tail.toReversed()) {
    expected -= line.net;
    if (expected === balance) return true;
  }
  return false;
}
