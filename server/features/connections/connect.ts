import { createHash, randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { withTx, withTxAs, type OrgContext, type ServiceContext, type SystemActor } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import type { RemoteAccount, SocialGrant, SocialNetwork } from '../../integrations/social/social.ts';
import { audit } from '../audit/audit.ts';
import { openCase } from '../cases/service.ts';
import { roleMay } from '../orgs/rules.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { toConnection } from './dto.ts';
import { clientOf, networkProblem, redirectUriOf, sealTokens } from './network.ts';
import {
  attemptByState,
  claimAttempt,
  heldAttempt,
  holdCode,
  insertAttempt,
  settleAttempt,
  type AttemptRow,
} from './queries/attempts.ts';
import {
  connectionById,
  handleHolder,
  holderOf,
  insertConnection,
  insertToken,
  liveConnection,
  lockRemote,
  updateConnection,
} from './queries/connections.ts';
import { ATTEMPT_MS, codeId, refreshDueAt, type Network } from './rules.ts';
import type { beginInput, FinishResult, finishInput, Outcome } from './schema.ts';

/** Attempts belong to a state and a browser, not to a session: the user may be signed out at the return. */
const CALLBACK: SystemActor = { kind: 'system', name: 'connections' };
const asCallback = <T>(ctx: ServiceContext, work: (tx: ServiceContext) => Promise<T>): Promise<T> =>
  withTxAs(ctx, CALLBACK, work);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A call that claimed a state has answered or failed by then. */
const CLAIM_MS = 60_000;

/**
 * Begins the sign-in at a network; the state is bound to the user, the browser and the way back, lasts ten minutes and
 * is used once. Throws connection.not_offered without keys of the network.
 */
export async function beginConnection(
  ctx: OrgContext,
  input: z.output<typeof beginInput>,
  browser: string,
): Promise<{ url: string }> {
  requireRight(ctx, 'profile.edit');
  const client = clientOf(ctx, input.network);
  if (!client) throw new AppError('connection.not_offered', { network: input.network });
  const state = randomBytes(16).toString('base64url');
  const at = ctx.clock.now();
  await asCallback(ctx, (tx) =>
    insertAttempt(tx.db, {
      id: newId(),
      stateHash: hashOf(state),
      browserHash: hashOf(browser),
      network: input.network,
      userId: ctx.actor.userId,
      orgId: ctx.actor.orgId,
      returnPath: input.returnPath,
      at,
      expiresAt: new Date(at.getTime() + ATTEMPT_MS),
    }),
  );
  return { url: client.authorizeUrl({ state, redirectUri: redirectUriOf(ctx, input.network) }) };
}

const heldFor = (attempt: AttemptRow): string => `attempt:${attempt.id}`;

interface Ended {
  outcome: Outcome;
  refused: readonly string[];
  connectionId: string | null;
}
const ended = (outcome: Outcome, refused: readonly string[] = [], connectionId: string | null = null): Ended => ({
  outcome,
  refused,
  connectionId,
});

/** The attempt that a call goes on with, or how the call ends. */
async function findAttempt(
  ctx: ServiceContext,
  input: z.output<typeof finishInput>,
  browser: string | null,
): Promise<AttemptRow | Outcome> {
  if (browser === null) return 'other_browser';
  const found = await asCallback(ctx, (tx) =>
    input.state === null
      ? heldAttempt(tx.db, { network: input.network, browserHash: hashOf(browser) })
      : attemptByState(tx.db, { network: input.network, stateHash: hashOf(input.state) }),
  );
  if (!found) return 'expired';
  return found.browser_hash === hashOf(browser) ? found : 'other_browser';
}

/** What an earlier call made of this state. */
function earlier(attempt: AttemptRow, now: Date): Ended {
  if (attempt.outcome) return ended(attempt.outcome, attempt.refused, attempt.connection_id);
  const age = now.getTime() - (attempt.claimed_at?.getTime() ?? 0);
  return ended(age < CLAIM_MS ? 'working' : 'expired');
}

/**
 * Finishes a sign-in with what the network returned. Called again with the same state it answers as the first time:
 * however often it is called there is one exchange and one connection. Signed out, the code is kept encrypted for ten
 * minutes, until the same user signs in.
 */
export async function finishConnection(
  ctx: ServiceContext,
  input: z.output<typeof finishInput>,
  browser: string | null,
): Promise<FinishResult> {
  const attempt = await findAttempt(ctx, input, browser);
  const answer = async (end: Ended, returnPath: string = ADDRESSES.account): Promise<FinishResult> => {
    const { actor } = ctx;
    const id = actor.kind === 'org' ? end.connectionId : null;
    const row = id === null ? undefined : await withTx(ctx, (tx) => connectionById(tx.db, id));
    return {
      network: input.network,
      outcome: end.outcome,
      refused: [...end.refused],
      connection: row ? toConnection(row) : null,
      returnPath,
    };
  };
  if (typeof attempt === 'string') return answer(ended(attempt));
  return answer(await proceed(ctx, attempt, input), attempt.return_path);
}

async function proceed(ctx: ServiceContext, attempt: AttemptRow, input: z.output<typeof finishInput>): Promise<Ended> {
  const { actor } = ctx;
  const now = ctx.clock.now();
  if ('userId' in actor && actor.userId !== attempt.user_id) return ended('other_user');
  if (attempt.claimed_at) return earlier(attempt, now);
  if (attempt.expires_at <= now) return ended('expired');
  const isTheirs = actor.kind === 'org' && actor.orgId === attempt.org_id && !actor.suspended;
  if (input.error !== null) {
    const outcome = input.error === 'access_denied' ? 'denied' : 'refused';
    return (await claim(ctx, attempt)) ?? settle(ctx, attempt, ended(outcome));
  }
  const code = attempt.held_code === null ? input.code : null;
  if (attempt.held_code === null && code === null) return ended('expired');
  if (!isTheirs) {
    if ('userId' in actor) return ended('other_user');
    return code === null ? ended('signed_out') : hold(ctx, attempt, code);
  }
  if (!roleMay(actor.role, 'profile.edit')) return ended('refused');
  const lost = await claim(ctx, attempt);
  if (lost) return lost;
  const { seal } = ctx.integrations.social;
  const used = code ?? (seal ? seal.open(attempt.held_code!, heldFor(attempt)) : null);
  const client = clientOf(ctx, attempt.network);
  if (!client || used === null) return settle(ctx, attempt, ended('unavailable'));
  return connect({ ...ctx, actor }, client, attempt, used);
}

/** Null for the one call that may use the state. */
async function claim(ctx: ServiceContext, attempt: AttemptRow): Promise<Ended | null> {
  const at = ctx.clock.now();
  if (await asCallback(ctx, (tx) => claimAttempt(tx.db, { id: attempt.id, at }))) return null;
  return ended('working');
}

async function settle(ctx: ServiceContext, attempt: AttemptRow, end: Ended): Promise<Ended> {
  await asCallback(ctx, (tx) => settleAttempt(tx.db, { id: attempt.id, ...end }));
  return end;
}

async function hold(ctx: ServiceContext, attempt: AttemptRow, code: string): Promise<Ended> {
  const { seal } = ctx.integrations.social;
  if (!seal) return ended('unavailable');
  const at = ctx.clock.now();
  await asCallback(ctx, (tx) =>
    holdCode(tx.db, {
      id: attempt.id,
      code: seal.seal(code, heldFor(attempt)),
      at,
      expiresAt: new Date(at.getTime() + ATTEMPT_MS),
    }),
  );
  return ended('signed_out');
}

/** Exchanges the code and stores the connection. The network is called outside of any transaction. */
async function connect(ctx: OrgContext, client: SocialNetwork, attempt: AttemptRow, code: string): Promise<Ended> {
  let grant: SocialGrant;
  let account: RemoteAccount;
  try {
    grant = await client.exchange({ code, redirectUri: redirectUriOf(ctx, attempt.network) });
    const missing = client.required.filter((scope) => grant.scopes && !grant.scopes.includes(scope));
    if (missing.length > 0) return await settle(ctx, attempt, ended('scopes', missing));
    account = await client.account(grant.tokens);
  } catch (error) {
    const refusal = networkProblem(error);
    if (!refusal) {
      await settle(ctx, attempt, ended('unavailable'));
      throw error;
    }
    return settle(ctx, attempt, ended(outcomeOf(refusal.problem)));
  }
  if (!account.professional) return settle(ctx, attempt, ended('personal'));
  return withTx(ctx, async (tx) => settle(tx, attempt, await store(tx, client, attempt, grant, account)));
}

function outcomeOf(problem: NonNullable<ReturnType<typeof networkProblem>>['problem']): Outcome {
  if (problem === 'code' || problem === 'expired') return 'expired';
  if (problem === 'personal' || problem === 'missing') return 'personal';
  return problem === 'scope' ? 'scopes' : problem === 'refused' ? 'refused' : 'unavailable';
}

async function store(
  tx: OrgContext,
  client: SocialNetwork,
  attempt: AttemptRow,
  grant: SocialGrant,
  account: RemoteAccount,
): Promise<Ended> {
  const { network } = attempt;
  const { orgId, userId } = tx.actor;
  const at = tx.clock.now();
  await lockRemote(tx.db, network, account.remoteId);
  const holder =
    (await holderOf(tx.db, network, account.remoteId)) ??
    // Proven by a code before, it has no id of the network.
    (await handleHolder(tx.db, { network, handle: account.handle, codes: true }));
  if (holder !== null && holder !== orgId) {
    await openClaim(tx, network, account.remoteId, account.handle);
    return ended('elsewhere');
  }
  const live = holder
    ? ((await liveConnection(tx.db, { network, remoteId: account.remoteId })) ??
      (await liveConnection(tx.db, { network, remoteId: codeId(account.handle) })))
    : undefined;
  const id = live?.id ?? newId();
  const granted = [...(grant.scopes ?? client.scopes)];
  const refused = client.scopes.filter((scope) => !granted.includes(scope));
  const accessEndsAt = new Date(at.getTime() + grant.accessSeconds * 1_000);
  const values = {
    kind: 'consent',
    state: 'active',
    remote_id: account.remoteId,
    handle: account.handle,
    name: account.name,
    url: account.url,
    proof: null,
    scopes: granted,
    refused,
    access_ends_at: accessEndsAt,
    consent_ends_at: grant.consentSeconds === null ? null : new Date(at.getTime() + grant.consentSeconds * 1_000),
    refresh_at: refreshDueAt(network, at, accessEndsAt),
    refresh_claimed_at: null,
    warned_at: null,
    next_sync_at: at,
    problem: null,
    problem_since: null,
    failures: 0,
  } as const;
  if (live) await updateConnection(tx.db, id, { ...values, scopes: granted, refused, at });
  else
    await insertConnection(tx.db, {
      ...values,
      user_id: userId,
      scopes: granted,
      refused,
      id,
      org_id: orgId,
      network,
      at,
    });
  await insertToken(tx.db, {
    id: newId(),
    connectionId: id,
    orgId,
    sealed: sealTokens(tx, grant.tokens, id),
    at,
  });
  if (live) await signalWorkflow(tx, 'accountSync', id, 'consented', attempt.id);
  else await startWorkflow(tx, 'accountSync', id, { attributes: { CreatorOrg: orgId } });
  await audit(tx, 'account.connected', `connection:${id}`, { network });
  return ended('connected', refused, id);
}

/** A user proved an account that another org has connected: staff decide whose it is. */
export async function openClaim(tx: OrgContext, network: Network, remoteId: string, handle: string): Promise<void> {
  await openCase(tx, {
    kind: 'account_claimed',
    key: `${network}:${hashOf(remoteId).slice(0, 24)}:${tx.actor.orgId}`,
    details: { network, handle },
  });
  await audit(tx, 'account.claimed', `org:${tx.actor.orgId}`, { network });
}
