import type { OrgRole } from '../../server/context.ts';
import type { DealViewer } from '../../server/features/escrow/rules.ts';
import { TOGETHER_MS } from '../../server/features/escrow/release/rules.ts';
import type { Side } from '../../server/features/terms/schema.ts';
import { milestoneOf } from './moves.ts';
import { nowOf, type Grant, type Sim, type SimMilestone } from './state.ts';

export interface Person {
  side: Side;
  role: OrgRole;
}

const WITHOUT_EFFECT = ['declined', 'withdrawn', 'expired', 'overtaken'];

/** What an offer still counts for: nothing once it ended without effect, and what it was settled for. */
function countOf({ of, amount }: Grant): number {
  if ('signed' in of) return WITHOUT_EFFECT.includes(of.state) ? 0 : amount;
  if (!('outcome' in of)) return ['declined', 'withdrawn', 'lapsed'].includes(of.state) ? 0 : amount;
  if (of.outcome === null) return amount;
  return of.outcome === 'agreed' || of.outcome === 'conceded' ? (of.kept ?? 0) : 0;
}

/** Writes what a person of the brand offered or gave, in place of what the brand had offered there before. */
export function putGrant(s: Sim, of: Grant['of'], by: OrgRole, amount: number): void {
  s.grants = s.grants.filter((g) => g.of !== of);
  if (amount === 0) return;
  const contractId = 'signed' in of ? of.contractId : milestoneOf(s, of.milestoneId).contract_id;
  s.grants.push({ of, contractId, by, amount, at: nowOf(s) });
}

/** `viewerOf` of the product: a person's limit less what they released or offered just before. */
export function viewer(
  s: Sim,
  { side, role }: Person,
  of: Pick<SimMilestone, 'contract_id'>,
  except: Grant['of'] | null = null,
): DealViewer {
  const limit = s.rules.releaseLimitOf(role, s.limits, s.deal.currency);
  // In one deal.
  const isIn = ({ milestoneId }: { milestoneId: string }) => milestoneOf(s, milestoneId).contract_id === of.contract_id;
  const together = s.parts
    .filter((p) => isIn(p) && p.by === role && p.cause === 'brand' && p.releasedAt.getTime() > s.now - TOGETHER_MS)
    .reduce((sum, p) => sum + p.amount, 0);
  const offered = s.grants
    .filter(
      (g) =>
        g.contractId === of.contract_id && g.of !== except && g.by === role && g.at.getTime() > s.now - TOGETHER_MS,
    )
    .reduce((sum, g) => sum + countOf(g), 0);
  return {
    side,
    role,
    mandate: null,
    acting: false,
    mayRelease: side === 'brand' ? (limit === null ? null : Math.max(0, limit - together - offered)) : 0,
    now: nowOf(s),
  };
}
