import { brandProcedure, memberProcedure, payeeProcedure, router, staffProcedure } from '../../trpc.ts';
import { removePicture } from './pictures.ts';
import {
  beginVerificationInput,
  brandInput,
  brandSlugInput,
  confirmTransferInput,
  confirmVerificationInput,
  directoryInput,
  pictureId,
  proposeTransferInput,
  readSiteInput,
} from './schema.ts';
import { brandPage, listBrands, myBrand, saveBrand } from './service.ts';
import { readOwnSite } from './site.ts';
import { confirmTransfer, proposeTransfer } from './transfers.ts';
import { beginVerification, checkVerification, confirmVerification, withdrawVerification } from './verification.ts';

export const brandsRouter = router({
  mine: brandProcedure.query(({ ctx }) => myBrand(ctx)),
  save: brandProcedure.input(brandInput).mutation(({ ctx, input }) => saveBrand(ctx, input)),
  removePicture: brandProcedure.input(pictureId).mutation(({ ctx, input }) => removePicture(ctx, input)),
  readSite: brandProcedure.input(readSiteInput).mutation(({ ctx, input }) => readOwnSite(ctx, input)),
  beginVerification: brandProcedure
    .input(beginVerificationInput)
    .mutation(({ ctx, input }) => beginVerification(ctx, input)),
  confirmVerification: brandProcedure
    .input(confirmVerificationInput)
    .mutation(({ ctx, input }) => confirmVerification(ctx, input)),
  checkVerification: brandProcedure.mutation(({ ctx }) => checkVerification(ctx)),
  withdrawVerification: brandProcedure.mutation(({ ctx }) => withdrawVerification(ctx)),
  proposeTransfer: staffProcedure.input(proposeTransferInput).mutation(({ ctx, input }) => proposeTransfer(ctx, input)),
  confirmTransfer: staffProcedure.input(confirmTransferInput).mutation(({ ctx, input }) => confirmTransfer(ctx, input)),
  list: payeeProcedure.input(directoryInput).query(({ ctx, input }) => listBrands(ctx, input)),
  page: memberProcedure.input(brandSlugInput).query(({ ctx, input }) => brandPage(ctx, input)),
});
