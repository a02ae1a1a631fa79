import { pageInput } from '../../core/pagination.ts';
import { brandProcedure, router } from '../../trpc.ts';
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
  list: brandProcedure.input(pageInput).query(({ ctx, input }) => listSearches(ctx, input)),
  get: brandProcedure.input(searchIdInput).query(({ ctx, input }) => getSearch(ctx, input)),
  results: brandProcedure.input(newResultsInput).query(({ ctx, input }) => listNewResults(ctx, input)),
  save: brandProcedure.input(saveSearchInput).mutation(({ ctx, input }) => saveSearch(ctx, input)),
  rename: brandProcedure.input(renameSearchInput).mutation(({ ctx, input }) => renameSearch(ctx, input)),
  alert: brandProcedure.input(alertInput).mutation(({ ctx, input }) => setAlert(ctx, input)),
  delete: brandProcedure.input(searchIdInput).mutation(({ ctx, input }) => deleteSearch(ctx, input)),
});
