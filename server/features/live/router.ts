import { codedError, memberProcedure, router } from '../../trpc.ts';
import { liveInput } from './schema.ts';
import { assertStillFollowable, follow, followable } from './service.ts';
import { watchSession } from './session-watch.ts';

export const liveRouter = router({
  events: memberProcedure.input(liveInput).subscription(async function* ({ ctx, input, signal }) {
    const following = await followable(ctx, input.topics);
    const slot = ctx.live.connections.acquire(ctx.actor.userId);
    const session = watchSession(ctx.live, ctx.actor, following.topics, {
      readActor: ctx.resolveActorAgain,
      assertMayFollow: () => assertStillFollowable(ctx, following.topics),
    });
    try {
      yield* follow(ctx.live, following, AbortSignal.any([slot.signal, session.signal, ...(signal ? [signal] : [])]));
      if (session.refusal) throw codedError(session.refusal);
    } finally {
      session.stop();
      slot.release();
    }
  }),
});
