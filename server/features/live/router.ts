import { memberProcedure, router } from '../../trpc.ts';
import { liveInput } from './schema.ts';
import { assertMayFollow, follow } from './service.ts';

export const liveRouter = router({
  events: memberProcedure.input(liveInput).subscription(async function* ({ ctx, input, signal }) {
    await assertMayFollow(ctx, input.topics);
    const seat = ctx.live.seats.take(ctx.actor.userId);
    try {
      yield* follow(ctx.live, input.topics, signal ? AbortSignal.any([signal, seat.signal]) : seat.signal);
    } finally {
      seat.leave();
    }
  }),
});
