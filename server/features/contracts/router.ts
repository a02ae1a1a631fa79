import { memberProcedure, publicProcedure, router } from '../../trpc.ts';
import { listContractsInput, signInput, verifyFileInput } from './schema.ts';
import { contractId } from '../../core/inputs.ts';
import { getContract, listContracts, verifyFile } from './service.ts';
import { signContract } from './sign.ts';

export const contractsRouter = router({
  list: memberProcedure.input(listContractsInput).query(({ ctx, input }) => listContracts(ctx, input)),
  get: memberProcedure.input(contractId).query(({ ctx, input }) => getContract(ctx, input)),
  sign: memberProcedure.input(signInput).mutation(({ ctx, input }) => signContract(ctx, input, ctx)),
  verifyFile: publicProcedure.input(verifyFileInput).query(({ ctx, input }) => verifyFile(ctx, input)),
});
