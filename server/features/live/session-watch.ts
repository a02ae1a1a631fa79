import type { Actor, OrgActor } from '../../context.ts';
import { AppError, isAppError } from '../../core/errors.ts';
import type { LiveBus } from './bus.ts';

/** Signing in again ends the old session shortly before the browser has the cookie of the new one. */
const SETTLES_MS = 1_500;
/** How soon a session is noticed that expired, which sends no notification. */
const CHECK_EVERY_MS = 5 * 60_000;

export interface SessionWatch {
  /** Aborted once the subscriber's rights are no longer those of the beginning. */
  signal: AbortSignal;
  /**
   * Why it was aborted: auth.sign_in_required, org.unknown, or state.changed for a hold, its end, another role, or a topic that may
   * not be followed any more.
   */
  readonly refusal: AppError | null;
  stop(): void;
}

interface Checks {
  readActor(): Promise<Actor>;
  /** Rejects with a refusal when a topic may not be followed any more. */
  assertMayFollow(): Promise<unknown>;
}

/**
 * Checks the subscriber's session and rights to the topics: at the beginning, whenever the session ends or the hold or
 * members of a followed org change, after a gap of the notifying connection, and every few minutes. A response that
 * stays open would otherwise outlive its session.
 */
export function watchSession(
  bus: Pick<LiveBus, 'subscribe'>,
  actor: OrgActor,
  topics: readonly string[],
  checks: Checks,
  settlesMs: number = SETTLES_MS,
): SessionWatch {
  const ended = new AbortController();
  let refusal: AppError | null = null;
  let settling: NodeJS.Timeout | undefined;
  const check = async () => {
    const now = await checks.readActor().catch((error: unknown) => {
      // While the database is away nothing can be checked; the end of that gap is notified.
      if (!isAppError(error)) return actor;
      refusal ??= error;
      return null;
    });
    if (now === null) return ended.abort();
    if (now.kind !== 'org' || now.userId !== actor.userId) refusal ??= new AppError('auth.sign_in_required');
    else if (
      now.orgId !== actor.orgId ||
      now.role !== actor.role ||
      now.suspended !== actor.suspended ||
      now.acting?.representationId !== actor.acting?.representationId
    )
      refusal ??= new AppError('state.changed');
    else if (
      !(await checks.assertMayFollow().then(
        () => true,
        (error: unknown) => !isAppError(error),
      ))
    )
      refusal ??= new AppError('state.changed');
    if (refusal) ended.abort();
  };
  const orgs = topics.filter((topic) => topic.startsWith('org:')).map((topic) => topic.replace('org:', 'org-status:'));
  const stop = bus.subscribe([`session:${actor.sessionId}`, `org-status:${actor.orgId}`, ...orgs], () => {
    settling ??= setTimeout(() => {
      settling = undefined;
      void check();
    }, settlesMs);
  });
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  // Covers changes between the request's authentication and this subscription.
  void check();
  return {
    signal: ended.signal,
    get refusal() {
      return refusal;
    },
    stop() {
      stop();
      clearInterval(timer);
      clearTimeout(settling);
    },
  };
}
