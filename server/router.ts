import { ROUTERS } from './features/routers.gen.ts';
import { router } from './trpc.ts';

/** All routers of the API. */
export const appRouter = router(ROUTERS);

export type AppRouter = typeof appRouter;
