import { brandProcedure, router } from '../../trpc.ts';
import { saveTemplateInput, templateIdInput } from './schema.ts';
import { listTemplates, removeTemplate, saveTemplate } from './service.ts';

export const templatesRouter = router({
  list: brandProcedure.query(({ ctx }) => listTemplates(ctx)),
  save: brandProcedure.input(saveTemplateInput).mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  remove: brandProcedure.input(templateIdInput).mutation(({ ctx, input }) => removeTemplate(ctx, input)),
});
