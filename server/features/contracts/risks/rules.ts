import { durationMs } from '../../../core/clock.ts';
import type { DealTerms, Side } from '../../terms/schema.ts';

const DAY_MS = 24 * 3_600_000;
const LONG_RIGHTS_DAYS = 365;
const LONG_EXCLUSIVITY_DAYS = 90;
const MANY_ROUNDS = 4;
const LONG_CLEARING_MS = 7 * DAY_MS;

export type RiskFlag =
  | { flag: 'longRights' | 'longExclusivity'; days: number }
  | { flag: 'allChannels' | 'noKillFee' | 'noRounds' | 'noClearing' }
  | { flag: 'changedClauses'; clauses: number }
  | { flag: 'manyRounds'; rounds: number }
  | { flag: 'longClearing'; clearing: string };

type Terms = Pick<DealTerms, 'rights' | 'exclusivity' | 'killFeeBps' | 'revisions' | 'clauses'> & {
  clocks: Pick<DealTerms['clocks'], 'clearing'>;
};

/** Terms that are allowed and unusual at the cost of this side, which reads them before it signs. */
export function riskFlags(terms: Terms, side: Side): RiskFlag[] {
  const { rights, exclusivity, revisions, killFeeBps, clocks } = terms;
  const clearing = durationMs(clocks.clearing);
  const when = (is: boolean, flag: RiskFlag): RiskFlag[] => (is ? [flag] : []);
  const own = (terms.clauses ?? []).filter(({ text }) => text !== '').length;
  const worded = when(own > 0, { flag: 'changedClauses', clauses: own });
  if (side === 'brand')
    return [...when(revisions === 0, { flag: 'noRounds' }), ...when(clearing === 0, { flag: 'noClearing' }), ...worded];
  return [
    ...worded,
    ...when(rights.use === 'all_channels', { flag: 'allChannels' }),
    ...when(rights.days > LONG_RIGHTS_DAYS, { flag: 'longRights', days: rights.days }),
    ...when(exclusivity.days > LONG_EXCLUSIVITY_DAYS, { flag: 'longExclusivity', days: exclusivity.days }),
    ...when(revisions >= MANY_ROUNDS, { flag: 'manyRounds', rounds: revisions }),
    ...when(killFeeBps === 0, { flag: 'noKillFee' }),
    ...when(clearing >= LONG_CLEARING_MS, { flag: 'longClearing', clearing: clocks.clearing }),
  ];
}
