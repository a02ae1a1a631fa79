import { brandProcedure, memberProcedure, payeeProcedure, router } from '../../trpc.ts';
import { brandInput, brandSlugInput, directoryInput } from './schema.ts';
import { brandPage, listBrands, myBrand, saveBrand } from './service.ts';

export const brandsRouter = router({
  mine: brandProcedure.query(({ ctx }) => myBrand(ctx)),
  save: brandProcedure.input(brandInput).mutation(({ ctx, input }) => saveBrand(ctx, input)),
  list: payeeProcedure.input(directoryInput).query(({ ctx, input }) => listBrands(ctx, input)),
  page: memberProcedure.input(brandSlugInput).query(({ ctx, input }) => brandPage(ctx, input)),
});
