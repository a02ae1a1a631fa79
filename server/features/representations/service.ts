import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { type Page, readPlace, rowCursor, toPage } from '../../core/pagination.ts';
import { partiesOf, partyIn } from '../orgs/service.ts';
import { actsOf } from './queries/acts.ts';
import {
  documentOf,
  invitationsTo,
  representationById,
  representationsOf,
  signaturesOf,
  type RepresentationRow,
} from './queries/representations.ts';
import type { ActDto, actsInput, listInput, RepresentationDto } from './schema.ts';

/** The representation of which the actor's org is a party, or to which the actor's mailbox was invited. Throws not_found. */
export async function ownRepresentation(tx: OrgContext, id: string, lock = false): Promise<RepresentationRow> {
  const row = await representationById(tx.db, id, lock);
  if (!row) throw new AppError('not_found');
  return row;
}

export async function toDtos(tx: OrgContext, rows: readonly RepresentationRow[]): Promise<RepresentationDto[]> {
  const parties = await partiesOf(
    tx,
    rows.flatMap((row) => [row.agency_org, row.creator_org]),
  );
  const signatures = await signaturesOf(
    tx.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    agency: partyIn(parties, row.agency_org),
    creator: row.creator_org ? partyIn(parties, row.creator_org) : null,
    invited: row.invited_email ?? (row.creator_org ? partyIn(parties, row.creator_org).name : ''),
    scopes: row.scopes,
    commissionBps: row.commission_bps,
    from: row.valid_from,
    to: row.valid_to,
    noticeDays: row.notice_days,
    answerUntil: row.state === 'invited' ? row.answer_until : null,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    listed: row.listed,
    document: documentOf(row),
    documentHash: row.document_hash,
    signatures: signatures
      .filter((s) => s.representation_id === row.id)
      .map((s) => ({ side: s.side, name: s.typed_name, at: s.signed_at })),
    createdAt: row.created_at,
  }));
}

/** All that run or wait for an answer, the newest first: the roster of an agency. */
export const openRepresentations = async (tx: OrgContext): Promise<RepresentationDto[]> =>
  toDtos(tx, await representationsOf(tx.db, { reader: tx.actor, state: 'open', after: null, limit: null }));

/** Representations and invitations of the actor's org, the newest first; before them those that the actor's mailbox got. */
export const listRepresentations = (
  ctx: OrgContext,
  { state, after, limit }: z.output<typeof listInput>,
): Promise<Page<RepresentationDto>> =>
  withTx(ctx, async (tx) => {
    const rows = await representationsOf(tx.db, { reader: tx.actor, state, after: readPlace(after), limit: limit + 1 });
    const page = toPage(rows, limit, rowCursor, (row) => row);
    const isFirst = state === 'open' && !after && tx.actor.orgKind === 'creator';
    const invited = isFirst ? await invitationsTo(tx.db, tx.actor.email) : [];
    return { items: await toDtos(tx, [...invited, ...page.items]), next: page.next };
  });

/** Every act of an agency for a creator, as both see it, the newest first. */
export async function listActs(ctx: OrgContext, input: z.output<typeof actsInput>): Promise<Page<ActDto>> {
  return withTx(ctx, async (tx) => {
    const rows = await actsOf(tx.db, {
      reader: tx.actor,
      representationId: input.representationId,
      after: input.after,
      limit: input.limit + 1,
    });
    const parties = await partiesOf(
      tx,
      rows.flatMap((row) => [row.agency_org, row.creator_org]),
    );
    return toPage(
      rows,
      input.limit,
      (row) => row.id,
      (row) => ({
        id: row.id,
        at: row.at,
        agentName: row.user_name,
        agency: partyIn(parties, row.agency_org),
        creator: partyIn(parties, row.creator_org),
        act: row.act,
        scope: row.scope,
        target: row.target,
        outcome: row.outcome,
        code: row.code,
      }),
    );
  });
}
