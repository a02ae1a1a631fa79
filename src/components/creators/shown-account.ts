import type { AccountFigures } from '../../../server/features/creators/schema.ts';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';

/** The account that the reasons speak of, else the largest. */
export function shownAccount({ accounts, reasons }: FoundCreator): AccountFigures | undefined {
  const named = reasons.flatMap((reason) => ('platform' in reason ? [reason.platform] : []));
  return accounts.find(({ platform }) => named.includes(platform)) ?? accounts[0];
}
