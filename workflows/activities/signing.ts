import { AppError } from '../../server/core/errors.ts';
import { activateContract, remindContract } from '../../server/features/contracts/deadline.ts';
import { expireContract } from '../../server/features/offers/contract-expiry.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';
import { hoursBefore, toScheduledSteps } from './scheduled-steps.ts';

const REMINDERS_HOURS = [48, 24];
const SIDES = 2;

export async function readContract(
  ctx: ActivityContext,
  { id }: { id: string },
): Promise<RowSnapshot<'remind' | 'activate' | 'expire'>> {
  const row = await ctx.db
    .selectFrom('contracts as c')
    .leftJoin('signatures as s', 's.contract_id', 'c.id')
    .select((eb) => [
      'c.state',
      'c.deadline_at',
      'c.brand_org',
      'c.creator_org',
      'c.campaign_id',
      'c.total',
      eb.fn.count<number>('s.id').as('signatures'),
      eb.fn.max('s.signed_at').as('last_signed_at'),
    ])
    .where('c.id', '=', id)
    .groupBy('c.id')
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const open = row.state === 'sent' || row.state === 'partially_signed';
  const signedByBoth = Number(row.signatures) >= SIDES;
  return {
    state: row.state,
    closed: !open,
    steps: signedByBoth
      ? toScheduledSteps(ctx.clock.now(), [
          { at: row.last_signed_at ?? ctx.clock.now(), act: 'activate', label: 'both signed', always: true },
        ])
      : toScheduledSteps(ctx.clock.now(), [
          ...hoursBefore(row.deadline_at, REMINDERS_HOURS, 'remind', 'reminder to sign'),
          { at: row.deadline_at, act: 'expire', label: 'deadline of the signatures', always: true },
        ]),
    attributes: {
      ContractId: id,
      BrandOrg: row.brand_org,
      CreatorOrg: row.creator_org,
      AmountMinor: row.total,
      SponsioDeadline: row.deadline_at.toISOString(),
      ...(row.campaign_id ? { CampaignId: row.campaign_id } : {}),
    },
  };
}

export const QUEUE = 'money';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'contractSigning', {
    contractSnapshot: readContract,
    remindContract,
    activateContract,
    expireContract,
  });
export type ContractActivities = ReturnType<typeof createActivities>;
