import type * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { derivedId, newId } from '../../core/ids.ts';
import { matchLocale } from '../../core/locale.ts';
import { mailboxOf } from '../../core/mailbox.ts';
import { isNameOf } from '../../core/typed-name.ts';
import { requireRight, requireVerifiedMailbox } from '../../guards.ts';
import { onceByKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { notify } from '../notifications/notify.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { currentOrg } from '../orgs/service.ts';
import { lockOrgStatus } from '../orgs/status.ts';
import {
  creatorOfHandle,
  insertRepresentation,
  insertSignature,
  isRepresented,
  legalNameOf,
  lockRepresentation,
  openWith,
  representationById,
  shareAPerson,
  updateRepresentation,
  type InvitedCreator,
} from './queries/representations.ts';
import { answerUntil, MAX_COMMISSION_BPS } from './rules.ts';
import type { draftInput, inviteInput, RepresentationDraft, RepresentationDto } from './schema.ts';
import { ownRepresentation, toDtos } from './service.ts';
import { documentWith } from './text.ts';

const DAY_MS = 24 * 3_600_000;

/** The same request invites once. */
const idFor = (userId: string, requestKey: string): Promise<string> =>
  derivedId(`representation:${userId}:${requestKey}`);

/** For members of agencies who may change its roster. */
function requireAgency(ctx: OrgContext): void {
  if (ctx.actor.orgKind !== 'agency') throw new AppError('auth.wrong_account_type');
  requireRight(ctx, 'roster.edit');
}

/** Where a signature came from; kept with it as evidence. */
export interface SigningDevice {
  ip: string | null;
  userAgent: string | null;
}

type Draft = z.output<typeof draftInput>;
type Invited = { email: string; creator: null } | { email: null; creator: InvitedCreator };

/** The creator behind a handle; a mailbox as it is, whether or not it has an account. */
async function invitedBy(tx: OrgContext, typed: string): Promise<Invited> {
  if (typed.replace(/^@/u, '').includes('@')) {
    const email = mailboxOf(typed);
    if (email === mailboxOf(tx.actor.email)) throw new AppError('representation.self', { field: 'creator' });
    return { email, creator: null };
  }
  const creator = await creatorOfHandle(tx.db, typed.replace(/^@/u, ''));
  if (!creator) throw new AppError('representation.unknown_creator', { field: 'creator' });
  if (await shareAPerson(tx.db, tx.actor.orgId, creator.org_id))
    throw new AppError('representation.self', { field: 'creator' });
  if (await isRepresented(tx.db, creator.org_id)) throw new AppError('representation.taken', { field: 'creator' });
  return { email: null, creator };
}

function assertTerms(input: Draft, now: Date): void {
  if (input.commissionBps > MAX_COMMISSION_BPS)
    throw new AppError('representation.commission', { field: 'commission', percent: MAX_COMMISSION_BPS / 100 });
  const late = input.from.getTime() < now.getTime() - DAY_MS;
  if (late || (input.to && (input.to <= input.from || input.to <= now)))
    throw new AppError('representation.dates', { field: late ? 'from' : 'to' });
}

async function draftFor(tx: OrgContext, input: Draft): Promise<RepresentationDraft & { invited: Invited }> {
  assertTerms(input, tx.clock.now());
  const invited = await invitedBy(tx, input.creator);
  const org = await currentOrg(tx);
  const theirs = matchLocale(invited.creator?.locale);
  const made = await documentWith(
    {
      agency: { name: org.name, legalName: await legalNameOf(tx.db, org.id), country: org.country },
      creator: { name: invited.creator?.name ?? invited.email ?? '' },
      scopes: input.scopes,
      commissionBps: input.commissionBps,
      from: input.from.toISOString(),
      to: input.to?.toISOString() ?? null,
      noticeDays: input.noticeDays,
    },
    [input.language, ...(theirs ? [theirs] : [])],
  );
  return { ...made, invited };
}

/** The text that the agency signs with the invitation. Throws what `invite` throws about its terms. */
export async function draft(ctx: OrgContext, input: Draft): Promise<RepresentationDraft> {
  requireAgency(ctx);
  return withTx(ctx, async (tx) => {
    const { document, documentHash } = await draftFor(tx, input);
    return { document, documentHash };
  });
}

/**
 * Signs for the agency and invites a creator, by handle or by mail. Throws representation.self, .taken, .invited,
 * .unknown_creator, .commission, .dates, .text_changed, contract.name_mismatch.
 */
export async function invite(
  ctx: OrgContext,
  input: z.output<typeof inviteInput>,
  device: SigningDevice,
): Promise<RepresentationDto> {
  requireAgency(ctx);
  requireVerifiedMailbox(ctx);
  return onceByKey(
    ctx,
    { act: 'representations.invite', input },
    async (tx, key) => {
      const row = await representationById(tx.db, await idFor(tx.actor.userId, key));
      return row ? ((await toDtos(tx, [row]))[0] ?? null) : null;
    },
    async (tx) => {
      const { actor } = tx;
      const blocked = await lockOrgStatus(tx, [actor.orgId]);
      if (blocked) throw new AppError(blocked);
      const { documentHash: seen, typedName, ...terms } = input;
      const { document, documentHash, invited } = await draftFor(tx, terms);
      if (documentHash !== seen) throw new AppError('representation.text_changed');
      if (!isNameOf(typedName, actor.name))
        throw new AppError('contract.name_mismatch', { field: 'typedName', name: actor.name });
      const creatorOrg = invited.creator?.org_id ?? null;
      await lockRepresentation(tx.db, `${actor.orgId}:${creatorOrg ?? invited.email}`);
      const open = await openWith(tx.db, { agencyOrg: actor.orgId, creatorOrg, email: invited.email });
      if (open)
        throw new AppError(open === 'invited' ? 'representation.invited' : 'representation.taken', {
          field: 'creator',
        });
      const now = tx.clock.now();
      const id = tx.requestKey ? await idFor(actor.userId, tx.requestKey) : newId(now.getTime());
      const until = answerUntil(now);
      await insertRepresentation(tx.db, {
        id,
        agency_org: actor.orgId,
        creator_org: creatorOrg,
        invited_email: invited.email,
        invited_by: actor.userId,
        state: 'invited',
        scopes: input.scopes,
        commission_bps: input.commissionBps,
        valid_from: input.from,
        valid_to: input.to,
        notice_days: input.noticeDays,
        answer_until: until,
        document: JSON.stringify(document),
        document_hash: documentHash,
        created_at: now,
        updated_at: now,
      });
      await insertSignature(tx.db, {
        id: newId(now.getTime()),
        representation_id: id,
        side: 'agency',
        org_id: actor.orgId,
        user_id: actor.userId,
        typed_name: typedName,
        document_hash: documentHash,
        ip: device.ip,
        user_agent: device.userAgent?.slice(0, 300) ?? null,
        signed_at: now,
      });
      await startWorkflow(tx, 'representation', id, {
        attributes: { SponsioState: 'invited', SponsioDeadline: until.toISOString() },
      });
      if (creatorOrg)
        await notify(tx, {
          orgId: creatorOrg,
          kind: 'representation_invited',
          data: { name: document.agency.name, deadlineAt: until.toISOString() },
          link: ADDRESSES.representation,
          key: `representation_invited:${id}`,
        });
      else
        await queueMail(tx, {
          kind: 'representation_invitation',
          to: invited.email ?? '',
          userId: null,
          key: id,
          locale: input.language,
          data: { name: actor.name, agency: document.agency.name, percent: String(input.commissionBps / 100) },
        });
      await audit(tx, 'representation.invited', `representation:${id}`);
      return (await toDtos(tx, [await ownRepresentation(tx, id)]))[0]!;
    },
  );
}

/** Takes an open invitation back. Throws representation.used. */
export async function withdrawInvitation(ctx: OrgContext, input: { representationId: string }): Promise<void> {
  requireAgency(ctx);
  await withTx(ctx, async (tx) => {
    const row = await ownRepresentation(tx, input.representationId, true);
    if (row.agency_org !== tx.actor.orgId) throw new AppError('not_found');
    if (row.state !== 'invited') throw new AppError('representation.used');
    const now = tx.clock.now();
    await updateRepresentation(tx.db, row.id, {
      state: 'withdrawn',
      ended_at: now,
      ended_by: 'agency',
      updated_at: now,
    });
    await signalWorkflow(tx, 'representation', row.id, 'withdrawn', 'withdrawn');
    await audit(tx, 'representation.withdrawn', `representation:${row.id}`);
  });
}
