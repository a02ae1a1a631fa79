import { codedError, memberProcedure, router } from '../../trpc.ts';
import { liveInput } from './schema.ts';
import { assertMayFollow, follow } from './service.ts';
import { watchStanding } from './standing.ts';

export const liveRouter = router({
  events: memberProcedure.input(liveInput).subscription(async function* ({ ctx, input, signal }) {
    const { fromOutside } = await assertMayFollow(ctx, input.topics);
    const seat = ctx.live.seats.take(ctx.actor.userId);
    const standing = watchStanding(ctx.live, ctx.actor, input.topics, {
      lookAgain: ctx.lookAgain,
      mayStillFollow: () => assertMayFollow(ctx, input.topics),
    });
    try {
      yield* follow(
        ctx.live,
        { topics: input.topics, fromOutside },
        AbortSignal.any([seat.signal, standing.signal, ...(signal ? [signal] : [])]),
      );
      if (standing.refusal) throw codedError(standing.refusal);
    } finally {
      standing.stop();
      seat.leave();
    }
  }),
});
