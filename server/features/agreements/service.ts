import type * as z from 'zod';
import { withTx, type NewcomerActor, type OrgActor, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Locale } from '../../core/locale.ts';
import { versionInForce } from '../policies/rules.ts';
import { publicFee } from '../policies/service.ts';
import { findText, hasAccepted, insertAcceptance, lastAcceptance, storeText } from './queries.ts';
import type { acceptInput, AgreeingAct, pendingInput, PendingTerms, StoredText, textInput } from './schema.ts';
import { termsText } from './texts.ts';

/** A member of an agency accepts for the agency, also while acting for a creator. */
const acceptor = ({ acting, ...actor }: OrgActor): OrgActor =>
  acting ? { ...actor, orgId: acting.agencyOrg, orgKind: 'agency', role: acting.agencyRole } : actor;

/** The newest terms in that language, and whether this person accepted those in force, or newer ones, for its org. */
export async function pendingTerms(
  ctx: ServiceContext<OrgActor>,
  { language }: z.output<typeof pendingInput>,
): Promise<PendingTerms> {
  const [fee, last] = await withTx(
    ctx,
    async (tx) => [await publicFee(tx), await lastAcceptance(tx.db, acceptor(tx.actor))] as const,
  );
  const { version, sha256 } = termsText(ctx.integrations.settings.operator, language, fee);
  return {
    version,
    sha256,
    accepted: last !== undefined && last.version >= versionInForce('terms', ctx.clock.now()),
    before: last ? { version: last.version, at: last.at, sha256: last.text_sha256 } : null,
  };
}

/**
 * Records that the newest terms were accepted, once for each person, org and version. In the caller's transaction.
 */
export async function recordAcceptance(
  tx: ServiceContext<OrgActor | NewcomerActor>,
  { orgId, language, act }: { orgId: string; language: Locale; act: AgreeingAct },
): Promise<void> {
  const at = tx.clock.now();
  const text = termsText(tx.integrations.settings.operator, language, await publicFee(tx));
  await storeText(tx.db, { ...text, policy: 'terms', at });
  await insertAcceptance(tx.db, {
    id: newId(at.getTime()),
    userId: tx.actor.userId,
    orgId,
    policy: 'terms',
    version: text.version,
    language,
    sha256: text.sha256,
    act,
    at,
  });
}

/**
 * Accepts the terms in force. Throws agreements.text_changed when the text that was linked is not the one in force any
 * more.
 */
export async function acceptTerms(
  ctx: ServiceContext<OrgActor>,
  { language, version, sha256, act }: z.output<typeof acceptInput>,
): Promise<PendingTerms> {
  const text = termsText(ctx.integrations.settings.operator, language, await withTx(ctx, publicFee));
  if (text.version !== version || text.sha256 !== sha256) throw new AppError('agreements.text_changed');
  await withTx({ ...ctx, actor: acceptor(ctx.actor) }, (tx) =>
    recordAcceptance(tx, { orgId: tx.actor.orgId, language, act }),
  );
  return pendingTerms(ctx, { language });
}

/** Throws agreements.terms_not_accepted with the act until the terms in force are accepted for the actor's org. */
export async function requireTerms(ctx: ServiceContext<OrgActor>, act: AgreeingAct): Promise<void> {
  if (!(await withTx(ctx, (tx) => hasAccepted(tx.db, acceptor(tx.actor), versionInForce('terms', tx.clock.now())))))
    throw new AppError('agreements.terms_not_accepted', { act });
}

/** A stored text; public, as the pages are. Throws not_found. */
export async function storedText(ctx: ServiceContext, { sha256 }: z.output<typeof textInput>): Promise<StoredText> {
  const found = await withTx(ctx, (tx) => findText(tx.db, sha256));
  if (!found) throw new AppError('not_found');
  return found;
}
