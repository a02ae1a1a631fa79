import { initTRPC, TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server';
import { ZodError } from 'zod';
import type {
  Actor,
  AnonymousActor,
  NewcomerActor,
  OrgActor,
  ServiceContext,
  SignedInActor,
  StaffActor,
} from './context.ts';
import { AGREEING_PROCEDURES } from './features/agreements/rules.ts';
import { requireTerms } from './features/agreements/service.ts';
import type { LiveBus } from './features/live/bus.ts';
import { traced } from './core/trace.ts';
import { openWhileSuspended } from './features/orgs/rules.ts';
import { requireReadable, runAct } from './features/representations/acting.ts';
import { keyInBatch } from './once.ts';
import { AppError, ERROR_CODES, isAppError, refusalBehind, type AppErrorShape } from './core/errors.ts';
import { isWellFormed } from './core/text.ts';
import { MalformedMessage, wire } from './core/wire.ts';

/** What the HTTP layer hands to a procedure: a service context whose actor is resolved on first use. */
export interface RequestContext {
  service: Omit<ServiceContext, 'actor'>;
  resolveActor(): Promise<Actor>;
  /** Resolves the actor again; for answers that stay open. */
  resolveActorAgain(): Promise<Actor>;
  userAgent: string | null;
  ip: string;
  live: LiveBus;
  browser: BrowserMark;
}

/** A random value in a cookie of this host, by which a browser is recognized. */
export interface BrowserMark {
  /** Null where the browser sent none. */
  id: string | null;
  /** Sets the cookie where there is none; returns its value. */
  keep(): string;
}

/** The persona that a procedure admits; the actor matrix test reads it. */
export interface Meta {
  persona: 'public' | 'account' | 'newcomer' | 'member' | 'brand' | 'creator' | 'seeker' | 'payee' | 'staff';
}

const STATUS_TO_TRPC: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  423: 'PRECONDITION_FAILED',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** First zod issue as a refusal the client can put on its field. */
function fromZod(error: ZodError): AppError {
  const issue = error.issues[0];
  return new AppError('input.invalid', { field: issue?.path.join('.') ?? '', problem: issue?.code ?? 'custom' });
}

/** Codes sent instead of internal error messages. */
const CODE_FALLBACKS: Partial<Record<TRPC_ERROR_CODE_KEY, string>> = {
  INTERNAL_SERVER_ERROR: 'internal',
  BAD_REQUEST: 'input.invalid',
  PARSE_ERROR: 'input.invalid',
};

/** An input in a form that no client of ours sends is the caller's mistake. */
function readInput(message: unknown): unknown {
  try {
    return wire.input.deserialize(message);
  } catch (error) {
    throw error instanceof MalformedMessage ? new AppError('input.invalid', { problem: error.message }) : error;
  }
}

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    transformer: { input: { ...wire.input, deserialize: readInput }, output: wire.output },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 20_000 } },
    errorFormatter({ shape, error, ctx }) {
      const refusal = isAppError(error.cause)
        ? error.cause
        : error.cause instanceof ZodError
          ? fromZod(error.cause)
          : null;
      const app: AppErrorShape | null = refusal
        ? { code: refusal.code, data: refusal.data, requestId: ctx?.service.requestId ?? '' }
        : null;
      return {
        ...shape,
        message: refusal?.code ?? CODE_FALLBACKS[shape.data.code] ?? shape.message,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path,
          app,
          requestId: ctx?.service.requestId ?? '',
        },
      };
    },
  });

/** A refusal as a procedure answers it. For errors in a stream, which no middleware sees. */
export const codedError = (refusal: AppError): TRPCError =>
  new TRPCError({
    code: STATUS_TO_TRPC[ERROR_CODES[refusal.code]] ?? 'BAD_REQUEST',
    message: refusal.code,
    cause: refusal,
  });

const coded = t.middleware(async ({ ctx, next, path, type }) => {
  const result = await traced(`procedure ${path}`, { 'rpc.method': path, 'sponsio.type': type }, async (span) => {
    const answer = await next();
    if (!answer.ok) span.fail(isAppError(answer.error.cause) ? answer.error.cause.code : answer.error.code);
    return answer;
  });
  if (result.ok) return result;
  const refusal = refusalBehind(result.error.cause);
  if (refusal && refusal !== result.error.cause)
    ctx.service.integrations.log.error(
      { reqId: ctx.service.requestId, path, err: result.error.cause },
      'the database has no room',
    );
  if (refusal) throw codedError(refusal);
  return result;
});

/** More than any form needs. */
const MAX_INPUT_DEPTH = 20;
const MAX_INPUT_PARTS = 2_000;

type InputProblem = 'nul' | 'surrogate' | 'depth' | 'width';
const problemOfText = (text: string): InputProblem | null =>
  text.includes('\u0000') ? 'nul' : isWellFormed(text) ? null : 'surrogate';

/**
 * Checks an input before its schema: text that Postgres cannot store, in values and keys, or more levels or parts than
 * a form has. A schema would check every part of a list before its length.
 */
function findInvalidPart(input: unknown): InputProblem | null {
  let parts = 0;
  const visit = (value: unknown, depth: number): InputProblem | null => {
    if ((parts += 1) > MAX_INPUT_PARTS) return 'width';
    if (typeof value === 'string') return problemOfText(value);
    if (typeof value !== 'object' || value === null) return null;
    if (depth > MAX_INPUT_DEPTH) return 'depth';
    if (Array.isArray(value)) {
      if (value.length > MAX_INPUT_PARTS) return 'width';
      for (const part of value) {
        const found = visit(part, depth + 1);
        if (found) return found;
      }
      return null;
    }
    for (const key in value) {
      const found = problemOfText(key) ?? visit((value as Record<string, unknown>)[key], depth + 1);
      if (found) return found;
    }
    return null;
  };
  return visit(input, 0);
}
const printable = t.middleware(async ({ next, getRawInput }) => {
  const problem = findInvalidPart(await getRawInput());
  if (problem) throw new AppError('input.invalid', { problem });
  return next();
});

const base = t.procedure.use(coded).use(printable);

function personaProcedure<A extends Actor>(persona: Meta['persona'], admit: (actor: Actor) => A) {
  return base.meta({ persona }).use(async ({ ctx, next, path, type, batchIndex, getRawInput }) => {
    const actor = admit(await ctx.resolveActor());
    if (type === 'mutation' && actor.kind === 'org' && actor.suspended && !openWhileSuspended(path))
      throw new AppError('org.suspended');
    const agreeing = actor.kind === 'org' ? AGREEING_PROCEDURES[path] : undefined;
    const service: ServiceContext<A> = {
      ...ctx.service,
      actor,
      requestKey: keyInBatch(ctx.service.requestKey, batchIndex),
    };
    if (agreeing && actor.kind === 'org') await requireTerms({ ...service, actor }, agreeing);
    const call = () =>
      next({
        ctx: {
          ...service,
          userAgent: ctx.userAgent,
          ip: ctx.ip,
          live: ctx.live,
          browser: ctx.browser,
          resolveActorAgain: ctx.resolveActorAgain,
        },
      });
    if (actor.kind !== 'org') return call();
    if (type !== 'mutation') {
      requireReadable(actor, path);
      return call();
    }
    return runAct({ ...service, actor }, { act: path, input: await getRawInput() }, call, (answer) =>
      answer.ok ? { ok: true } : { ok: false, error: answer.error },
    );
  });
}

/** Refuses an actor that the procedure does not admit. */
function refuse(actor: Actor): never {
  if (actor.kind === 'enrolling') throw new AppError('auth.factor_required');
  throw new AppError(
    actor.kind === 'anonymous' || actor.kind === 'newcomer' ? 'auth.sign_in_required' : 'auth.wrong_account_type',
  );
}
const member = (actor: Actor): OrgActor => (actor.kind === 'org' ? actor : refuse(actor));

/** Anyone, signed in or not. */
export const publicProcedure = personaProcedure('public', (actor): Actor => actor);
/** Any signed-in user, staff and incomplete sign-ups included: for procedures about the sign-in itself. */
export const accountProcedure = personaProcedure('account', (actor): SignedInActor =>
  actor.kind === 'anonymous' || actor.kind === 'system' ? refuse(actor) : actor,
);
/** Signed in, with a complete or incomplete sign-up. */
export const newcomerProcedure = personaProcedure('newcomer', (actor): NewcomerActor | OrgActor =>
  actor.kind === 'newcomer' || actor.kind === 'org' ? actor : refuse(actor),
);
/** Any brand, creator or agency. */
export const memberProcedure = personaProcedure('member', member);
export const brandProcedure = personaProcedure('brand', (actor): OrgActor & { orgKind: 'brand' } => {
  const m = member(actor);
  return m.orgKind === 'brand' ? { ...m, orgKind: 'brand' } : refuse(actor);
});
export const creatorProcedure = personaProcedure('creator', (actor): OrgActor & { orgKind: 'creator' } => {
  const m = member(actor);
  return m.orgKind === 'creator' ? { ...m, orgKind: 'creator' } : refuse(actor);
});
/** Orgs that look for creators: brands, and agencies for creators to represent. */
export const seekerProcedure = personaProcedure('seeker', (actor): OrgActor => {
  const m = member(actor);
  return m.orgKind === 'creator' ? refuse(actor) : m;
});
/** Orgs that are paid for work: creators and the agencies that represent them. */
export const payeeProcedure = personaProcedure('payee', (actor): OrgActor => {
  const m = member(actor);
  return m.orgKind === 'brand' ? refuse(actor) : m;
});
export const staffProcedure = personaProcedure('staff', (actor): StaffActor =>
  actor.kind === 'staff' ? actor : refuse(actor),
);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
export type { AnonymousActor };
