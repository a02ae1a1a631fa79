import { ADDRESSES } from '../../../core/addresses.ts';
import type { Updateable } from 'kysely';
import type { DB } from '../../../../db/types.ts';
import type { ServiceContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import type { SearchAttributeValues } from '../../../../workflows/contracts.ts';
import { releaseLimitsOf } from '../../orgs/release-limits.ts';
import { rolesToRelease } from '../../orgs/rules.ts';
import type { Side } from '../../terms/schema.ts';
import { notify, notifyAll, type Notice } from '../../notifications/notify.ts';
import type { NoticeData, NoticeKind } from '../../notifications/schema.ts';
import { currentRepresentation } from '../../policies/service.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { lockMilestone, milestoneById, swapMilestone, type MilestoneRow } from './queries.ts';
import { restOf, restShares } from '../release/rules.ts';
import { nextDeadline } from '../timers/rules.ts';
import { MILESTONE_MACHINE, type MilestoneAction } from './rules.ts';
import type { MilestoneState } from '../schema.ts';

/**
 * Moves a locked milestone one step of the machine by compare-and-swap and returns the new row. Throws
 * state.already_decided when the row changed since it was read, and a plain Error on a step the machine lacks.
 */
export async function milestoneMove(
  tx: ServiceContext,
  row: MilestoneRow,
  action: MilestoneAction,
  set: Updateable<DB['milestones']> = {},
): Promise<MilestoneRow> {
  const step = MILESTONE_MACHINE[action];
  if (!(step.from as readonly MilestoneState[]).includes(row.state))
    throw new Error(`${action} cannot move a milestone that is ${row.state}`);
  const to = step.to ?? row.state;
  const moved = await swapMilestone(tx.db, {
    id: row.id,
    from: row.state,
    version: row.version,
    to,
    set,
    at: tx.clock.now(),
  });
  if (!moved) throw new AppError('state.already_decided');
  return { ...row, ...(set as Partial<MilestoneRow>), state: to, version: moved.version };
}

/** The milestone locked until commit; throws not_found. `orgId`: only as a party of it. */
export async function lockedMilestone(
  tx: ServiceContext,
  milestoneId: string,
  orgId: string | null = null,
): Promise<MilestoneRow> {
  const row = await lockMilestone(tx.db, { milestoneId, orgId });
  if (!row) throw new AppError('not_found');
  return row;
}

/** The milestone as it is, without a lock; throws not_found. */
export async function readMilestone(tx: ServiceContext, milestoneId: string): Promise<MilestoneRow> {
  const row = await milestoneById(tx.db, milestoneId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Search attributes of a milestone's workflow: opaque ids, state, deadline. */
export function attributesOf(row: MilestoneRow): SearchAttributeValues {
  return {
    SponsioState: row.state,
    ContractId: row.contract_id,
    MilestoneId: row.id,
    BrandOrg: row.brand_org,
    CreatorOrg: row.creator_org,
    AmountMinor: row.amount,
    ...(row.campaign_id ? { CampaignId: row.campaign_id } : {}),
    ...(row.deadline_at ? { SponsioDeadline: row.deadline_at.toISOString() } : {}),
  };
}

/** Signals the milestone's workflow that its row moved. One signal per version of the row, whatever the caller. */
export const signalEscrow = (
  tx: ServiceContext,
  row: Pick<MilestoneRow, 'id' | 'version'>,
  event: string,
): Promise<void> => signalWorkflow(tx, 'escrowLifecycle', row.id, event, `v${row.version}`);

/**
 * Writes a notice about a milestone for one side. Fields that every text may use are filled in; `key` makes it unique per
 * happening within the milestone.
 */
export const notifyParty = (
  tx: ServiceContext,
  row: MilestoneRow,
  to: Side,
  kind: NoticeKind,
  key: string,
  extra: NoticeData = {},
): Promise<void> => notify(tx, noticeFor(row, tx.clock.now(), to, kind, key, extra));

/** Asks the brand to fund a milestone; work begins then, a bonus is released. */
export const notifyToFund = (
  tx: ServiceContext,
  row: MilestoneRow,
  key: string,
  extra: NoticeData = {},
): Promise<void> => notifyParty(tx, row, 'brand', row.bonus ? 'bonus_to_fund' : 'milestone_to_fund', key, extra);

/** Asks those of the brand who may release the milestone's money to release it. */
export const notifyReleasers = async (tx: ServiceContext, row: MilestoneRow, key: string): Promise<void> =>
  notify(tx, {
    ...noticeFor(row, tx.clock.now(), 'brand', 'release_wanted', key, {}),
    roles: rolesToRelease(restOf(row), await releaseLimitsOf(tx, row.brand_org), row.currency),
  });

/** The same for the creator and, while it may deliver in the creator's name, the deal's agency. */
export async function notifyCreatorSide(
  tx: ServiceContext,
  row: MilestoneRow,
  kind: NoticeKind,
  key: string,
  extra: NoticeData = {},
): Promise<void> {
  const notice = noticeFor(row, tx.clock.now(), 'creator', kind, key, extra);
  const agency = row.agency_org ? await currentRepresentation(tx, row.creator_org) : null;
  // An agency also reads whose work it is.
  const title = `${row.creator_name} · ${row.contract_title}`;
  await notifyAll(
    tx,
    agency?.agencyOrg === row.agency_org && agency?.scopes.includes('submit')
      ? [notice, { ...notice, orgId: agency.agencyOrg, data: { ...notice.data, title } }]
      : [notice],
  );
}

/** The same for both sides. */
export const notifyBoth = (
  tx: ServiceContext,
  row: MilestoneRow,
  kind: NoticeKind,
  key: string,
  extra: NoticeData = {},
): Promise<void> =>
  notifyAll(
    tx,
    (['brand', 'creator'] as const).map((side) => noticeFor(row, tx.clock.now(), side, kind, key, extra)),
  );

function deadlineIn(row: MilestoneRow, now: Date): NoticeData {
  const next = nextDeadline(row, now);
  return next ? { deadlineAt: next.at.toISOString() } : {};
}

/** Notices of money that is, or may become, the creator's: theirs name what is left of it after an agency's commission. */
const EARNED: readonly NoticeKind[] = [
  'milestone_funded',
  'work_extended',
  'work_accepted',
  'work_approved',
  'work_auto_approved',
  'post_due_soon',
  'post_extended',
  'milestone_released',
  'last_milestone_released',
];

const noticeFor = (
  row: MilestoneRow,
  now: Date,
  to: Side,
  kind: NoticeKind,
  key: string,
  extra: NoticeData,
): Notice => ({
  orgId: to === 'brand' ? row.brand_org : row.creator_org,
  kind,
  data: {
    name: to === 'brand' ? row.creator_name : row.brand_name,
    title: row.contract_title,
    milestone: row.title,
    amountMinor: to === 'creator' && EARNED.includes(kind) ? restShares(row).creator : restOf(row),
    currency: row.currency,
    ...deadlineIn(row, now),
    ...extra,
  },
  link: ADDRESSES.deal(row.contract_id),
  key: `${kind}:${row.id}:${key}`,
});
