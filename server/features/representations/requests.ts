import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { toPage, type Page } from '../../core/pagination.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import type { SharedPrice } from '../terms/rules.ts';
import {
  closeRequest,
  insertRequest,
  openRequestAmong,
  openRequestOf,
  requestById,
  requestsOf,
  withdrawRequests,
  type RequestRow,
} from './queries/requests.ts';
import type { RequestedAct } from './rules.ts';
import type { RequestDto, requestsInput } from './schema.ts';

/*
 * An act that an agency may not do alone: it is bound to the version that the agency saw, and the creator confirms or
 * declines it.
 */

export interface NewRequest {
  act: RequestedAct;
  subjectId: string;
  title: string;
  price?: SharedPrice;
  /** What the act is called with when the creator confirms it; it names the version. */
  input: Record<string, unknown>;
}

/** Writes or replaces the request, in the transaction that checked that the act is possible now. */
export async function askCreator(tx: OrgContext, request: NewRequest): Promise<void> {
  const { acting, orgId, userId, name } = tx.actor;
  if (!acting) throw new Error('only an agency asks its creator');
  const at = tx.clock.now();
  const id = newId(at.getTime());
  await withdrawRequests(tx.db, { act: request.act, subjectId: request.subjectId, at });
  await insertRequest(tx.db, {
    id,
    representation_id: acting.representationId,
    agency_org: acting.agencyOrg,
    creator_org: orgId,
    user_id: userId,
    user_name: name,
    act: request.act,
    subject_id: request.subjectId,
    title: request.title,
    amount: request.price?.amount ?? null,
    creator_share: request.price?.creatorShare ?? null,
    agency_share: request.price?.agencyShare ?? null,
    currency: request.price?.currency ?? null,
    input: JSON.stringify(request.input),
    created_at: at,
  });
  await notify(tx, {
    orgId,
    kind: request.price ? 'acting_requested_amount' : 'acting_requested',
    data: {
      name,
      title: request.title,
      ...(request.price ? { amountMinor: request.price.amount, currency: request.price.currency } : {}),
    },
    link: ADDRESSES.representation,
    key: `acting_requested:${id}`,
  });
  await audit(tx, `acting.requested`, `${request.act}:${request.subjectId}`, { agency: acting.agencyOrg });
}

/**
 * The creator did the act: an open request for it has nothing left to confirm. That of an offer, a contract or an addendum
 * that ends is withdrawn by the database (`withdraw_ended_requests`).
 */
export const dropRequest = (tx: OrgContext, act: RequestedAct, subjectId: string): Promise<void> =>
  withdrawRequests(tx.db, { act, subjectId, at: tx.clock.now() });

async function toDtos(tx: OrgContext, rows: readonly RequestRow[]): Promise<RequestDto[]> {
  const parties = await partiesOf(
    tx,
    rows.flatMap((row) => [row.agency_org, row.creator_org]),
  );
  return rows.map((row) => ({
    id: row.id,
    act: row.act,
    title: row.title,
    amount: row.amount,
    creatorShare: row.creator_share,
    agencyShare: row.agency_share,
    currency: row.currency,
    agentName: row.user_name,
    agency: partyIn(parties, row.agency_org),
    creator: partyIn(parties, row.creator_org),
    state: row.state,
    subjectId: row.subject_id,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  }));
}

/** Requests of the reader's org, as creator or as agency, the newest first. */
export const listRequests = (ctx: OrgContext, input: z.output<typeof requestsInput>): Promise<Page<RequestDto>> =>
  withTx(ctx, async (tx) => {
    const rows = await requestsOf(tx.db, {
      reader: tx.actor,
      open: input.state === 'open',
      subjectId: input.subjectId,
      after: input.after,
      limit: input.limit + 1,
    });
    const items = await toDtos(tx, rows);
    return toPage(
      items,
      input.limit,
      (item) => item.id,
      (item) => item,
    );
  });

/** What waits for the creator on one record, for its page; null for brands, who do not see it. */
export async function openRequest(
  tx: OrgContext,
  act: RequestedAct,
  subjectId: string,
): Promise<{ id: string; agentName: string; at: Date } | null> {
  if (tx.actor.orgKind !== 'creator') return null;
  const row = await openRequestOf(tx.db, { act, subjectId });
  return row ? { id: row.id, agentName: row.user_name, at: row.created_at } : null;
}

/** Whether something about one of these records waits for the creator; always false for brands. */
export async function hasOpenRequest(tx: OrgContext, subjectIds: readonly string[]): Promise<boolean> {
  return tx.actor.orgKind === 'creator' && (await openRequestAmong(tx.db, subjectIds));
}

/**
 * The open request, for the creator. Not locked: who ends the record that it is about locks that record before the request,
 * and so does the act. Throws not_found and acting.request_closed.
 */
export async function requestToDecide(tx: OrgContext, requestId: string): Promise<RequestRow> {
  const row = await requestById(tx.db, requestId);
  if (!row || row.creator_org !== tx.actor.orgId) throw new AppError('not_found');
  if (row.state !== 'open') throw new AppError('acting.request_closed');
  return row;
}

/** Closes a request with the creator's decision and notifies the agency, after the act. In the caller's transaction. */
export async function decide(tx: OrgContext, row: RequestRow, state: 'confirmed' | 'declined'): Promise<void> {
  if (!(await closeRequest(tx.db, { id: row.id, state, by: tx.actor.userId, at: tx.clock.now() })))
    throw new AppError('acting.request_closed');
  const name = partyIn(await partiesOf(tx, [row.creator_org]), row.creator_org).name;
  await notify(tx, {
    orgId: row.agency_org,
    kind: state === 'confirmed' ? 'acting_confirmed' : 'acting_declined',
    data: { name, title: row.title },
    link: ADDRESSES.agencyHome,
    key: `acting_${state}:${row.id}`,
  });
  await audit(tx, `acting.${state}`, `request:${row.id}`, { act: row.act });
}

/** The creator does not want it. Throws not_found and acting.request_closed. */
export async function declineRequest(ctx: OrgContext, { requestId }: { requestId: string }): Promise<void> {
  await withTx(ctx, async (tx) => decide(tx, await requestToDecide(tx, requestId), 'declined'));
}
