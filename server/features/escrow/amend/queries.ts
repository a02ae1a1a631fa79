import type { Db } from '../../../../db/client.ts';
import { newId } from '../../../core/ids.ts';
import type { DealTerms } from '../../terms/schema.ts';
import { openRequestsOfContract } from '../cancel/queries.ts';
import type { ProposedCancellation } from '../cancel/rules.ts';
import type { LockedContract } from '../deals/queries/contracts.ts';
import type { PostFacts } from '../live/rules.ts';
import { milestonesOfContract, type MilestoneRow } from '../milestone/queries.ts';

export type AmendableRow = MilestoneRow & {
  /** When the brand requested the changes that it waits for. */
  changes_at: Date | null;
  /** The post that was given, also before the approval. */
  linked_post: Pick<PostFacts, 'keepUntil' | 'linkedAt' | 'passedAt' | 'state'> | null;
  /** The proposal to cancel that waits for an answer. */
  request: (Pick<ProposedCancellation, 'answerBy' | 'from' | 'fromDeadlineAt'> & { proposedAt: Date }) | null;
};

/** The milestones of a deal in their order; `lock`: they and their posts until commit. */
export async function amendableRows(
  db: Db,
  { contractId, lock }: { contractId: string; lock: boolean },
): Promise<AmendableRow[]> {
  if (lock)
    await db
      .selectFrom('milestones')
      .select('id')
      .where('contract_id', '=', contractId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  // Who judges a post locks it before the contract.
  const posts = await db
    .selectFrom('publications')
    .select([
      'milestone_id',
      'state',
      'linked_at as linkedAt',
      'passed_at as passedAt',
      'retention_ends_at as keepUntil',
    ])
    .where('contract_id', '=', contractId)
    .orderBy('id')
    .$if(lock, (q) => q.forNoKeyUpdate())
    .execute();
  const rows = await milestonesOfContract(db, contractId);
  const requests = await openRequestsOfContract(db, contractId);
  const at = await changesRequestedAt(db, rows);
  return rows.map((row) => {
    const post = posts.find((one) => one.milestone_id === row.id);
    const request = requests.find((one) => one.milestone_id === row.id);
    return {
      ...row,
      changes_at: at.get(row.id) ?? null,
      linked_post: post ?? null,
      request: request
        ? {
            from: request.from_state,
            fromDeadlineAt: request.from_deadline_at,
            answerBy: request.answer_by,
            proposedAt: request.proposed_at,
          }
        : null,
    };
  });
}

async function changesRequestedAt(db: Db, rows: readonly MilestoneRow[]): Promise<Map<string, Date | null>> {
  const waiting = rows.filter((row) => row.round > 0).map((row) => row.id);
  if (waiting.length === 0) return new Map();
  const requested = await db
    .selectFrom('submissions')
    .select((eb) => ['milestone_id', eb.fn.max('decided_at').as('at')])
    .where('milestone_id', 'in', waiting)
    .where('state', '=', 'changes_requested')
    .groupBy('milestone_id')
    .execute();
  return new Map(requested.map((row) => [row.milestone_id, row.at]));
}

/** The total and the terms in force of a contract that an addendum changes; the trigger compares them with it. */
export async function amendContract(
  db: Db,
  input: { contractId: string; total: number; terms: DealTerms; at: Date },
): Promise<void> {
  await db
    .updateTable('contracts')
    .set((eb) => ({
      total: input.total,
      amended_terms: JSON.stringify(input.terms),
      version: eb('version', '+', 1),
      updated_at: input.at,
    }))
    .where('id', '=', input.contractId)
    .execute();
}

export interface AddedMilestone {
  contractId: string;
  addendumId: string;
  parties: LockedContract;
  seq: number;
  title: string;
  amount: number;
  currency: MilestoneRow['currency'];
  bonus: boolean;
  dueAt: Date;
  /** Null: at any time. */
  fundableFrom: Date | null;
  deadlineAt: Date;
  roundsMax: number;
  at: Date;
}

/** A milestone that an addendum adds awaits its funding at once. Returns its id. */
export async function addMilestone(db: Db, m: AddedMilestone): Promise<string> {
  const id = newId(m.at.getTime());
  await db
    .insertInto('milestones')
    .values({
      id,
      contract_id: m.contractId,
      addendum_id: m.addendumId,
      brand_org: m.parties.brand_org,
      creator_org: m.parties.creator_org,
      agency_org: m.parties.agency_org,
      seq: m.seq,
      title: m.title,
      amount: m.amount,
      currency: m.currency,
      bonus: m.bonus,
      state: 'awaiting_funding',
      due_at: m.dueAt,
      fundable_from: m.fundableFrom,
      deadline_at: m.deadlineAt,
      funding_deadline_at: m.deadlineAt,
      rounds_max: m.roundsMax,
      created_at: m.at,
      updated_at: m.at,
    })
    .execute();
  return id;
}
