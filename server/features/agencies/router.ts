import { creatorProcedure, memberProcedure, payeeProcedure, router } from '../../trpc.ts';
import { confirm } from './confirm.ts';
import { home, pipeline } from './pipeline.ts';
import { pitch, pitchable } from './pitch.ts';
import { agencyPage, decline, myAgency, saveAgency } from './service.ts';
import {
  agencyInput,
  agencySlugInput,
  confirmInput,
  pitchableInput,
  pitchInput,
  requestInput,
  statementsInput,
  workInput,
} from './schema.ts';
import { statementMonths } from './statement.ts';
import { work } from './work.ts';

export const agenciesRouter = router({
  home: payeeProcedure.query(({ ctx }) => home(ctx)),
  pipeline: payeeProcedure.query(({ ctx }) => pipeline(ctx)),
  work: payeeProcedure.input(workInput).query(({ ctx, input }) => work(ctx, input)),
  pitchable: payeeProcedure.input(pitchableInput).query(({ ctx, input }) => pitchable(ctx, input)),
  pitch: payeeProcedure.input(pitchInput).mutation(({ ctx, input }) => pitch(ctx, input)),
  mine: payeeProcedure.query(({ ctx }) => myAgency(ctx)),
  save: payeeProcedure.input(agencyInput).mutation(({ ctx, input }) => saveAgency(ctx, input)),
  statements: payeeProcedure.input(statementsInput.prefault({})).query(({ ctx, input }) => statementMonths(ctx, input)),
  page: memberProcedure.input(agencySlugInput).query(({ ctx, input }) => agencyPage(ctx, input)),
  confirm: creatorProcedure.input(confirmInput).mutation(({ ctx, input }) => confirm(ctx, input, ctx)),
  decline: creatorProcedure.input(requestInput).mutation(({ ctx, input }) => decline(ctx, input)),
});
