import { memberProcedure, router } from '../../trpc.ts';
import { liveInput } from './schema.ts';
import { assertMayFollow, follow } from './service.ts';

export const liveRouter = router({
  events: memberProcedure.input(liveInput).subscription(async function* ({ ctx, input, signal }) {
    await assertMayFollow(ctx, input.topics);
    yield* follow(ctx.live, input.topics, signal ?? new AbortController().signal);
  }),
});
