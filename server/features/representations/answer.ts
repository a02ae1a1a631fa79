import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { isNameOf } from '../../core/typed-name.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import type { NoticeKind } from '../notifications/schema.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import type { SigningDevice } from './invite.ts';
import {
  claimInvitation,
  insertSignature,
  isRepresented,
  lockRepresentation,
  shareAPerson,
  signaturesOf,
  updateRepresentation,
  type RepresentationRow,
} from './queries/representations.ts';
import { withdrawRequests } from './queries/requests.ts';
import { endAfterNotice } from './rules.ts';
import type { acceptInput, listedInput, narrowInput, RepresentationDto } from './schema.ts';
import { ownRepresentation, toDtos } from './service.ts';

/** Notifies the other side of what this org did. */
async function notifyOther(tx: OrgContext, row: RepresentationRow, kind: NoticeKind, deadlineAt?: Date): Promise<void> {
  const { orgId } = tx.actor;
  const other = row.agency_org === orgId ? row.creator_org : row.agency_org;
  if (!other) return;
  await notify(tx, {
    orgId: other,
    kind,
    data: {
      name: partyIn(await partiesOf(tx, [orgId]), orgId).name,
      ...(deadlineAt ? { deadlineAt: deadlineAt.toISOString() } : {}),
    },
    link: other === row.agency_org ? ADDRESSES.agencyHome : ADDRESSES.representation,
    key: `${kind}:${row.id}:${tx.clock.now().getTime()}`,
  });
}

const fresh = async (tx: OrgContext, id: string): Promise<RepresentationDto> =>
  (await toDtos(tx, [await ownRepresentation(tx, id)]))[0]!;

/** The open invitation, for its creator. Throws representation.used and representation.expired. */
async function invitation(tx: OrgContext, id: string): Promise<RepresentationRow> {
  const { creator_org } = await ownRepresentation(tx, id);
  await lockRepresentation(tx.db, tx.actor.orgId);
  if (!creator_org) await claimInvitation(tx.db, id);
  const row = await ownRepresentation(tx, id, true);
  if (row.agency_org === tx.actor.orgId) throw new AppError('not_found');
  if (row.state === 'expired') throw new AppError('representation.expired');
  if (row.state !== 'invited') throw new AppError('representation.used');
  if (row.answer_until && row.answer_until <= tx.clock.now()) throw new AppError('representation.expired');
  return row;
}

/**
 * Signs for the creator: from now on, or from its beginning, the agency acts within these scopes, at most those that were
 * offered. Throws representation.used, .expired, .taken, .same_person, .text_changed, contract.name_mismatch.
 */
export async function accept(
  ctx: OrgContext,
  input: z.output<typeof acceptInput>,
  device: SigningDevice,
): Promise<RepresentationDto> {
  requireRight(ctx, 'representation.answer');
  requireVerifiedMailbox(ctx);
  return withTx(ctx, async (tx) => {
    const { actor } = tx;
    if ((await bindRequestKey(tx, 'representations.accept', input)) === 'repeated')
      return fresh(tx, input.representationId);
    const { agency_org } = await ownRepresentation(tx, input.representationId);
    const blocked = await lockOrgStatus(tx, [agency_org, actor.orgId]);
    const row = await invitation(tx, input.representationId);
    if (blocked) throw new AppError(blocked);
    if (input.documentHash !== row.document_hash) throw new AppError('representation.text_changed');
    if (!isNameOf(input.typedName, actor.name))
      throw new AppError('contract.name_mismatch', { field: 'typedName', name: actor.name });
    const [first] = await signaturesOf(tx.db, [row.id]);
    if (first?.user_id === actor.userId || (await shareAPerson(tx.db, actor.orgId, row.agency_org)))
      throw new AppError('representation.same_person');
    if (await isRepresented(tx.db, actor.orgId)) throw new AppError('representation.taken');
    const now = tx.clock.now();
    await updateRepresentation(tx.db, row.id, {
      state: 'active',
      scopes: row.scopes.filter((scope) => input.scopes.includes(scope)),
      answered_at: now,
      updated_at: now,
    });
    await insertSignature(tx.db, {
      id: newId(now.getTime()),
      representation_id: row.id,
      side: 'creator',
      org_id: actor.orgId,
      user_id: actor.userId,
      typed_name: input.typedName,
      document_hash: input.documentHash,
      ip: device.ip,
      user_agent: device.userAgent?.slice(0, 300) ?? null,
      signed_at: now,
    });
    await signalWorkflow(tx, 'representation', row.id, 'accepted', 'accepted');
    await notifyOther(tx, row, 'representation_accepted');
    await audit(tx, 'representation.accepted', `representation:${row.id}`);
    return fresh(tx, row.id);
  });
}

/** Throws representation.used and representation.expired. */
export async function decline(ctx: OrgContext, input: { representationId: string }): Promise<RepresentationDto> {
  requireRight(ctx, 'representation.answer');
  return withTx(ctx, async (tx) => {
    const row = await invitation(tx, input.representationId);
    const now = tx.clock.now();
    await updateRepresentation(tx.db, row.id, {
      state: 'declined',
      answered_at: now,
      ended_at: now,
      ended_by: 'creator',
      updated_at: now,
    });
    await signalWorkflow(tx, 'representation', row.id, 'declined', 'declined');
    await notifyOther(tx, row, 'representation_declined');
    await audit(tx, 'representation.declined', `representation:${row.id}`);
    return fresh(tx, row.id);
  });
}

/** A running representation, for one of its two sides, locked. Throws state.wrong. */
async function running(tx: OrgContext, id: string): Promise<RepresentationRow> {
  const row = await ownRepresentation(tx, id, true);
  if (row.state !== 'active' && row.state !== 'ending') throw new AppError('state.wrong', { state: row.state });
  return row;
}

/** The creator takes scopes back, at once; a representation never widens. */
export async function narrow(ctx: OrgContext, input: z.output<typeof narrowInput>): Promise<RepresentationDto> {
  requireRight(ctx, 'representation.answer');
  return withTx(ctx, async (tx) => {
    const row = await running(tx, input.representationId);
    if (row.creator_org !== tx.actor.orgId) throw new AppError('auth.wrong_account_type');
    const now = tx.clock.now();
    const scopes = row.scopes.filter((scope) => input.scopes.includes(scope));
    if (scopes.length === row.scopes.length) return fresh(tx, row.id);
    await updateRepresentation(tx.db, row.id, { scopes, updated_at: now });
    await notifyOther(tx, row, 'representation_narrowed');
    await audit(tx, 'representation.narrowed', `representation:${row.id}`, { scopes: scopes.join(' ') });
    return fresh(tx, row.id);
  });
}

/** Whether the agency's public page may name the creator; off until the creator agrees. */
export async function setListed(ctx: OrgContext, input: z.output<typeof listedInput>): Promise<RepresentationDto> {
  requireRight(ctx, 'representation.answer');
  return withTx(ctx, async (tx) => {
    const row = await running(tx, input.representationId);
    if (row.creator_org !== tx.actor.orgId) throw new AppError('auth.wrong_account_type');
    await updateRepresentation(tx.db, row.id, { listed: input.listed, updated_at: tx.clock.now() });
    await audit(tx, 'representation.listed', `representation:${row.id}`, { listed: input.listed });
    return fresh(tx, row.id);
  });
}

/**
 * The creator ends it at once, and with it every power of the agency; the agency ends it after the agreed notice.
 * Commission of contracts that were signed stays, since they carry it.
 */
export async function end(ctx: OrgContext, input: { representationId: string }): Promise<RepresentationDto> {
  requireRight(ctx, ctx.actor.orgKind === 'agency' ? 'roster.edit' : 'representation.answer');
  return withTx(ctx, async (tx) => {
    if ((await bindRequestKey(tx, 'representations.end', input)) === 'repeated')
      return fresh(tx, input.representationId);
    const row = await running(tx, input.representationId);
    const now = tx.clock.now();
    const byCreator = row.creator_org === tx.actor.orgId;
    const at = byCreator ? now : endAfterNotice(now, { noticeDays: row.notice_days, validTo: row.valid_to });
    const over = at <= now;
    if (!over && row.state === 'ending') throw new AppError('state.wrong', { state: row.state });
    await updateRepresentation(tx.db, row.id, {
      state: over ? 'ended' : 'ending',
      valid_to: at,
      ...(over ? { ended_at: now } : {}),
      ended_by: byCreator ? 'creator' : 'agency',
      updated_at: now,
    });
    if (over) await withdrawRequests(tx.db, { representationId: row.id, at: now });
    await signalWorkflow(
      tx,
      'representation',
      row.id,
      over ? 'ended' : 'ending',
      `${over ? 'ended' : 'ending'}:${now.getTime()}`,
    );
    if (over) await notifyOther(tx, row, 'representation_ended');
    else await notifyOther(tx, row, 'representation_ending', at);
    await audit(tx, over ? 'representation.ended' : 'representation.ending', `representation:${row.id}`);
    return fresh(tx, row.id);
  });
}
