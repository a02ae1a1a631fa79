import { pageInput } from '../../core/pagination.ts';
import { brandProcedure, router } from '../../trpc.ts';
import { exportList, exportSearch } from './exports.ts';
import { invite, previewInvite } from './invite.ts';
import {
  createListInput,
  exportListInput,
  exportSearchInput,
  holdingInput,
  inviteInput,
  invitePreviewInput,
  listCreatorsInput,
  listIdInput,
  listItemsInput,
  noteInput,
  renameListInput,
  tagInput,
} from './schema.ts';
import {
  addCreators,
  createList,
  deleteList,
  getList,
  holdingLists,
  listItems,
  listLists,
  listTags,
  removeCreators,
  renameList,
  saveNote,
  saveTags,
} from './service.ts';

export const listsRouter = router({
  list: brandProcedure.input(pageInput).query(({ ctx, input }) => listLists(ctx, input)),
  get: brandProcedure.input(listIdInput).query(({ ctx, input }) => getList(ctx, input)),
  items: brandProcedure.input(listItemsInput).query(({ ctx, input }) => listItems(ctx, input)),
  holding: brandProcedure.input(holdingInput).query(({ ctx, input }) => holdingLists(ctx, input)),
  tags: brandProcedure.query(({ ctx }) => listTags(ctx)),
  create: brandProcedure.input(createListInput).mutation(({ ctx, input }) => createList(ctx, input)),
  rename: brandProcedure.input(renameListInput).mutation(({ ctx, input }) => renameList(ctx, input)),
  add: brandProcedure.input(listCreatorsInput).mutation(({ ctx, input }) => addCreators(ctx, input)),
  remove: brandProcedure.input(listCreatorsInput).mutation(({ ctx, input }) => removeCreators(ctx, input)),
  note: brandProcedure.input(noteInput).mutation(({ ctx, input }) => saveNote(ctx, input)),
  tag: brandProcedure.input(tagInput).mutation(({ ctx, input }) => saveTags(ctx, input)),
  // A mutation by its size: so many ids do not fit in an address.
  invitePreview: brandProcedure.input(invitePreviewInput).mutation(({ ctx, input }) => previewInvite(ctx, input)),
  invite: brandProcedure.input(inviteInput).mutation(({ ctx, input }) => invite(ctx, input)),
  export: brandProcedure.input(exportListInput).mutation(({ ctx, input }) => exportList(ctx, input)),
  exportSearch: brandProcedure.input(exportSearchInput).mutation(({ ctx, input }) => exportSearch(ctx, input)),
  delete: brandProcedure.input(listIdInput).mutation(({ ctx, input }) => deleteList(ctx, input)),
});
