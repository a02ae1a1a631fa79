import { remindOfTax, taxRequestStatus } from '../../server/features/tax-profiles/service.ts';
import type { RowSnapshot } from '../contracts.ts';
import { bindActivities, type ActivityContext } from './context.ts';

async function readTaxRequest(ctx: ActivityContext, { id }: { id: string }): Promise<RowSnapshot<'remind'>> {
  const { state, nextAt } = await taxRequestStatus(ctx, { orgId: id });
  return {
    state,
    closed: state !== 'requested',
    steps: nextAt ? [{ at: nextAt.toISOString(), act: 'remind', label: 'a reminder' }] : [],
    attributes: { CreatorOrg: id },
  };
}

async function remindOfTaxFacts(ctx: ActivityContext, { id }: { id: string }): Promise<string> {
  const { sent } = await remindOfTax(ctx, { orgId: id });
  return sent ? 'reminded' : 'nothing to remind of';
}

export const QUEUE = 'accounts';
export const createActivities = (ctx: ActivityContext) =>
  bindActivities(ctx, 'taxRequest', { readTaxRequest, remindOfTaxFacts });
export type TaxRequestActivities = ReturnType<typeof createActivities>;
