import { memberProcedure, router } from '../../trpc.ts';
import { cancelDocumentExport, newestDocumentExport, startDocumentExport } from './export.ts';
import { documentExportId, documentsOfDealInput, listDocumentsInput, startDocumentExportInput } from './schema.ts';
import { documentMonths, documentsOfDeal, listDocuments } from './service.ts';

export const documentsRouter = router({
  list: memberProcedure.input(listDocumentsInput).query(({ ctx, input }) => listDocuments(ctx, input)),
  months: memberProcedure.query(({ ctx }) => documentMonths(ctx)),
  ofDeal: memberProcedure.input(documentsOfDealInput).query(({ ctx, input }) => documentsOfDeal(ctx, input)),
  export: memberProcedure.query(({ ctx }) => newestDocumentExport(ctx)),
  startExport: memberProcedure
    .input(startDocumentExportInput)
    .mutation(({ ctx, input }) => startDocumentExport(ctx, input)),
  cancelExport: memberProcedure.input(documentExportId).mutation(({ ctx, input }) => cancelDocumentExport(ctx, input)),
});
