import type { OrgActor } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import type { DealTerms } from '../../server/features/terms/schema.ts';
import type { MilestoneState } from '../../server/features/escrow/schema.ts';
import { startWorkflow } from '../../server/features/outbox/commands.ts';
import { dealTermsOf } from './deal-terms.ts';
import type { TestWorld } from './people.ts';

const DAY = 24 * 3_600_000;

export interface DealRows {
  offerId: string;
  contractId: string;
  milestoneId: string;
}

/** Rows of a signed deal whose one milestone is in `state`, without having lived through it: no money, no events. */
export async function insertDealRows(
  world: TestWorld,
  brand: OrgActor,
  creator: OrgActor,
  state: MilestoneState = 'funded',
  change: Partial<DealTerms> = {},
  {
    agency = null,
    commissionBps = 0,
    clockPolicy = 'test',
  }: { agency?: OrgActor | null; commissionBps?: number; clockPolicy?: 'standard' | 'test' } = {},
): Promise<DealRows> {
  const [offerId, contractId, milestoneId] = [newId(), newId(), newId()];
  const terms = { ...dealTermsOf(40_000), ...change };
  const sides = { brand_org: brand.orgId, creator_org: creator.orgId, agency_org: agency?.orgId ?? null };
  const later = new Date(Date.now() + 5 * DAY);
  await world.owner.transaction().execute(async (db) => {
    const ctx = { ...world.system(), db };
    await startWorkflow(ctx, 'offerExpiry', offerId);
    await startWorkflow(ctx, 'contractSigning', contractId);
    await startWorkflow(ctx, 'escrowLifecycle', milestoneId);
    await db
      .insertInto('offers')
      .values({
        id: offerId,
        ...sides,
        state: 'accepted',
        current_n: 1,
        turn: 'creator',
        title: 'Autumn menu',
        currency: 'EUR',
        deadline_at: later,
        created_by: brand.userId,
      })
      .execute();
    await db
      .insertInto('contracts')
      .values({
        id: contractId,
        offer_id: offerId,
        ...sides,
        state: 'active',
        title: 'Autumn menu',
        currency: 'EUR',
        total: 40_000,
        terms: JSON.stringify(terms),
        terms_hash: 'a'.repeat(64),
        document: JSON.stringify({ title: 'Autumn menu', clauses: [] }),
        document_hash: 'b'.repeat(64),
        fee_bps: 500,
        tax_bps: 2000,
        commission_bps: commissionBps,
        clock_policy: clockPolicy,
        deadline_at: later,
        signed_at: new Date(),
      })
      .execute();
    await db
      .insertInto('milestones')
      .values({
        id: milestoneId,
        contract_id: contractId,
        ...sides,
        seq: 1,
        title: 'Reel',
        amount: 40_000,
        currency: 'EUR',
        state,
        due_at: later,
        deadline_at: later,
        rounds_max: 2,
      })
      .execute();
  });
  return { offerId, contractId, milestoneId };
}
