import { codedError, memberProcedure, router } from '../../trpc.ts';
import { liveInput } from './schema.ts';
import { assertMayFollow, follow } from './service.ts';
import { watchSession } from './session-watch.ts';

export const liveRouter = router({
  events: memberProcedure.input(liveInput).subscription(async function* ({ ctx, input, signal }) {
    const { fromOutside } = await assertMayFollow(ctx, input.topics);
    const slot = ctx.live.connections.acquire(ctx.actor.userId);
    const session = watchSession(ctx.live, ctx.actor, input.topics, {
      readActor: ctx.resolveActorAgain,
      assertMayFollow: () => assertMayFollow(ctx, input.topics),
    });
    try {
      yield* follow(
        ctx.live,
        { topics: input.topics, fromOutside },
        AbortSignal.any([slot.signal, session.signal, ...(signal ? [signal] : [])]),
      );
      if (session.refusal) throw codedError(session.refusal);
    } finally {
      session.stop();
      slot.release();
    }
  }),
});
