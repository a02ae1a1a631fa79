import type { SystemContext } from '../../context.ts';
import { refreshDueRatings } from './queries/creators.ts';

/**
 * Part of the upkeep: creators are found by a rating from the moment on at which others may read it. Returns how many rows
 * of the search changed.
 */
export const showDueRatings = (ctx: SystemContext): Promise<number> => refreshDueRatings(ctx.db);
