import { creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { answerClaim, importClaims } from './claims.ts';
import { correctRow, listMerges, listRefusedRows, undoMerge } from './corrections.ts';
import {
  claimInput,
  correctRowInput,
  encodingInput,
  importInput,
  listImportsInput,
  listMergesInput,
  listPeopleInput,
  mergeInput,
  personInput,
  previewImportInput,
  refusedRowsInput,
  startImportInput,
} from './schema.ts';
import {
  cancelImport,
  chooseEncoding,
  getImport,
  listImports,
  listPeople,
  previewImport,
  removePerson,
  startImport,
} from './service.ts';

export const importsRouter = router({
  claims: creatorProcedure.query(({ ctx }) => importClaims(ctx)),
  answerClaim: creatorProcedure.input(claimInput).mutation(({ ctx, input }) => answerClaim(ctx, input)),
  list: memberProcedure.input(listImportsInput).query(({ ctx, input }) => listImports(ctx, input)),
  detail: memberProcedure.input(importInput).query(({ ctx, input }) => getImport(ctx, input)),
  preview: memberProcedure.input(previewImportInput).query(({ ctx, input }) => previewImport(ctx, input)),
  encoding: memberProcedure.input(encodingInput).mutation(({ ctx, input }) => chooseEncoding(ctx, input)),
  start: memberProcedure.input(startImportInput).mutation(({ ctx, input }) => startImport(ctx, input)),
  cancel: memberProcedure.input(importInput).mutation(({ ctx, input }) => cancelImport(ctx, input)),
  refusedRows: memberProcedure.input(refusedRowsInput).query(({ ctx, input }) => listRefusedRows(ctx, input)),
  correctRow: memberProcedure.input(correctRowInput).mutation(({ ctx, input }) => correctRow(ctx, input)),
  merges: memberProcedure.input(listMergesInput).query(({ ctx, input }) => listMerges(ctx, input)),
  undoMerge: memberProcedure.input(mergeInput).mutation(({ ctx, input }) => undoMerge(ctx, input)),
  people: memberProcedure.input(listPeopleInput).query(({ ctx, input }) => listPeople(ctx, input)),
  removePerson: memberProcedure.input(personInput).mutation(({ ctx, input }) => removePerson(ctx, input)),
});
