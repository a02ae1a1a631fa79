import { withTx, type OrgActor, type ServiceContext } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requestHash } from '../../once.ts';
import { beginAct, finishAct, isKeyTaken } from './queries/acts.ts';
import { actingFor } from './queries/representations.ts';
import { readingRefusal } from './readings/rules.ts';
import { requiresActing, roleInCreatorsOrg, verdictOf, type Scope, type UploadAct } from './rules.ts';
import type { ActOutcome } from './schema.ts';

/*
 * A member of an agency acts as an actor in the creator's org, with the role of an agent, narrowed by the scopes of the
 * representation. It is looked up at every call: power ends with the row.
 */

/**
 * The member of an agency as an actor for this creator. Throws acting.ended without a representation in force, also for
 * an id that belongs to no creator.
 */
export async function actingActor(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  member: OrgActor,
  creatorOrg: string,
): Promise<OrgActor> {
  const found =
    member.orgKind === 'agency' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(creatorOrg)
      ? await actingFor(ctx.db, {
          userId: member.userId,
          agencyOrg: member.orgId,
          creatorOrg,
          at: ctx.clock.now(),
        })
      : undefined;
  if (!found) throw new AppError('acting.ended');
  return asActing(member, { creatorOrg, ...found });
}

interface Found {
  creatorOrg: string;
  representation_id: string;
  scopes: readonly Scope[];
  creator_name: string;
  agency_name: string;
  suspended_at: Date | null;
}

/** The actor of a representation that was found in force. */
function asActing(member: OrgActor, found: Found): OrgActor {
  const { suspended: _, ...person } = member;
  return {
    ...person,
    orgId: found.creatorOrg,
    orgKind: 'creator',
    role: roleInCreatorsOrg(member.role),
    ...(found.suspended_at || member.suspended ? { suspended: true as const } : {}),
    acting: {
      representationId: found.representation_id,
      agencyOrg: member.orgId,
      agencyName: found.agency_name,
      creatorName: found.creator_name,
      scopes: found.scopes,
      agencyRole: member.role,
    },
  };
}

/** Refuses a reading that stays the creator's, or that needs a scope: auth.creator_only, auth.no_mandate. */
export function requireReadable(actor: OrgActor, procedure: string): void {
  const refusal = actor.acting ? readingRefusal(procedure, actor.acting) : null;
  if (refusal) throw new AppError(refusal.code, refusal.scope ? { scope: refusal.scope } : {});
}

/** The record that an act is about: the first id among its input. */
const TARGETS = {
  offerId: 'offer',
  contractId: 'contract',
  milestoneId: 'milestone',
  submissionId: 'submission',
  campaignId: 'campaign',
  applicationId: 'application',
  adId: 'ad',
  replyId: 'reply',
  conversationId: 'conversation',
  packageId: 'package',
  fileId: 'file',
} as const;

export function targetOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const fields = input as Record<string, unknown>;
  for (const [field, noun] of Object.entries(TARGETS)) {
    const id = fields[field];
    if (typeof id === 'string' && /^[\da-f-]{36}$/u.test(id)) return `${noun}:${id}`;
  }
  return 'thread' in fields ? targetOf(fields['thread']) : null;
}

type Ended = { ok: true } | { ok: false; error: unknown };

/**
 * Runs a mutation or an upload of a member of an agency, who acts for a creator: refuses what the scopes do not allow,
 * and writes one act for each call before it is tried, which both sides read. Others pass through, but an agency that
 * acts for no creator may not write into the work of creators: acting.required. A request key that was used for the same
 * act on another input is refused: request.key_reused.
 */
export async function runAct<T>(
  ctx: ServiceContext<OrgActor>,
  { act, input }: { act: string; input: unknown },
  run: () => Promise<T>,
  endedOf: (result: T) => Ended = () => ({ ok: true }),
): Promise<T> {
  const { actor } = ctx;
  if (!actor.acting) {
    if (actor.orgKind === 'agency' && requiresActing(act)) throw new AppError('acting.required');
    return run();
  }
  const verdict = verdictOf(act, actor.acting);
  if (verdict.kind === 'own') return run();
  const { representationId, agencyOrg } = actor.acting;
  const inputHash = await requestHash(input);
  const { id, keyTaken } = await withTx(ctx, async (tx) => {
    const row = {
      id: newId(tx.clock.now().getTime()),
      representation_id: representationId,
      agency_org: agencyOrg,
      creator_org: actor.orgId,
      user_id: actor.userId,
      user_name: actor.name,
      act,
      scope: verdict.scope,
      target: targetOf(input),
      outcome: 'started' as const,
      request_key: ctx.requestKey,
      input_hash: inputHash,
      at: tx.clock.now(),
    };
    return { id: await beginAct(tx.db, row), keyTaken: await isKeyTaken(tx.db, row) };
  });
  const finish = (outcome: ActOutcome, code: string | null = null) =>
    withTx(ctx, (tx) => finishAct(tx.db, { id, outcome, code, at: tx.clock.now() }));
  if (verdict.kind === 'refused') {
    await finish('refused', verdict.code);
    throw new AppError(verdict.code, verdict.scope ? { scope: verdict.scope } : {});
  }
  // Not every act binds its key by itself: of one that does not, the second input would be done without a row of its own.
  if (keyTaken) {
    await finish('refused', 'request.key_reused');
    throw new AppError('request.key_reused');
  }
  const failed = async (error: unknown) => {
    const cause = error instanceof Error && isAppError(error.cause) ? error.cause : error;
    await finish(isAppError(cause) ? 'refused' : 'failed', isAppError(cause) ? cause.code : null);
  };
  let result: T;
  try {
    result = await run();
  } catch (error) {
    await failed(error);
    throw error;
  }
  const ended = endedOf(result);
  if (ended.ok) await finish(verdict.asks ? 'asked' : 'done');
  else await failed(ended.error);
  return result;
}

/** The same for an upload, whose place is known by its address. */
export const runUpload = <T>(
  ctx: ServiceContext<OrgActor>,
  act: UploadAct,
  input: object,
  run: () => Promise<T>,
): Promise<T> => runAct(ctx, { act, input }, run);

/** Refuses what stays the creator's own: auth.creator_only. For HTTP routes beside the procedures. */
export function requireOwnOrg(actor: OrgActor): void {
  if (actor.acting) throw new AppError('auth.creator_only');
}
