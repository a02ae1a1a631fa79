import { pageInput } from '../../core/pagination.ts';
import { router, seekerProcedure } from '../../trpc.ts';
import { alertInput, newResultsInput, renameSearchInput, saveSearchInput, searchIdInput } from './schema.ts';
import {
  deleteSearch,
  getSearch,
  listNewResults,
  listSearches,
  renameSearch,
  saveSearch,
  setAlert,
} from './service.ts';

export const savedSearchesRouter = router({
  list: seekerProcedure.input(pageInput).query(({ ctx, input }) => listSearches(ctx, input)),
  get: seekerProcedure.input(searchIdInput).query(({ ctx, input }) => getSearch(ctx, input)),
  results: seekerProcedure.input(newResultsInput).query(({ ctx, input }) => listNewResults(ctx, input)),
  save: seekerProcedure.input(saveSearchInput).mutation(({ ctx, input }) => saveSearch(ctx, input)),
  rename: seekerProcedure.input(renameSearchInput).mutation(({ ctx, input }) => renameSearch(ctx, input)),
  alert: seekerProcedure.input(alertInput).mutation(({ ctx, input }) => setAlert(ctx, input)),
  delete: seekerProcedure.input(searchIdInput).mutation(({ ctx, input }) => deleteSearch(ctx, input)),
});
