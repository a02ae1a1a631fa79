import { pageInput } from '../../core/pagination.ts';
import { brandProcedure, router, seekerProcedure } from '../../trpc.ts';
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
  list: seekerProcedure.input(pageInput).query(({ ctx, input }) => listLists(ctx, input)),
  get: seekerProcedure.input(listIdInput).query(({ ctx, input }) => getList(ctx, input)),
  items: seekerProcedure.input(listItemsInput).query(({ ctx, input }) => listItems(ctx, input)),
  holding: seekerProcedure.input(holdingInput).query(({ ctx, input }) => holdingLists(ctx, input)),
  tags: seekerProcedure.query(({ ctx }) => listTags(ctx)),
  create: seekerProcedure.input(createListInput).mutation(({ ctx, input }) => createList(ctx, input)),
  rename: seekerProcedure.input(renameListInput).mutation(({ ctx, input }) => renameList(ctx, input)),
  add: seekerProcedure.input(listCreatorsInput).mutation(({ ctx, input }) => addCreators(ctx, input)),
  remove: seekerProcedure.input(listCreatorsInput).mutation(({ ctx, input }) => removeCreators(ctx, input)),
  note: seekerProcedure.input(noteInput).mutation(({ ctx, input }) => saveNote(ctx, input)),
  tag: seekerProcedure.input(tagInput).mutation(({ ctx, input }) => saveTags(ctx, input)),
  // Campaigns are a brand's. A mutation by its size: so many ids do not fit in an address.
  invitePreview: brandProcedure.input(invitePreviewInput).mutation(({ ctx, input }) => previewInvite(ctx, input)),
  invite: brandProcedure.input(inviteInput).mutation(({ ctx, input }) => invite(ctx, input)),
  export: seekerProcedure.input(exportListInput).mutation(({ ctx, input }) => exportList(ctx, input)),
  exportSearch: seekerProcedure.input(exportSearchInput).mutation(({ ctx, input }) => exportSearch(ctx, input)),
  delete: seekerProcedure.input(listIdInput).mutation(({ ctx, input }) => deleteList(ctx, input)),
});
