import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireRight } from '../../guards.ts';
import { bindRequestKey } from '../../once.ts';
import { audit } from '../audit/audit.ts';
import { standardWordings, tidyClauses } from '../clauses/wording.ts';
import { deleteTemplate, insertTemplate, lockTemplates, templatesOf, type TemplateRow } from './queries.ts';
import { MAX_TEMPLATES } from './rules.ts';
import { templateContent, type saveTemplateInput, type TemplateDto, type templateIdInput } from './schema.ts';

function toDto(row: TemplateRow): TemplateDto {
  const content = templateContent.parse(row.content);
  return {
    id: row.id,
    name: row.name,
    content,
    standardClauses: standardWordings(content.clauses),
    createdAt: row.created_at,
  };
}

/** The org's own templates, the newest first. */
export const listTemplates = (ctx: OrgContext): Promise<TemplateDto[]> =>
  withTx(ctx, async (tx) => (await templatesOf(tx.db, tx.actor.orgId)).map(toDto));

/** Keeps the terms of an offer under a name. Throws template.name_taken and template.limit. */
export async function saveTemplate(ctx: OrgContext, input: z.output<typeof saveTemplateInput>): Promise<TemplateDto[]> {
  requireRight(ctx, 'offer.negotiate');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    const bound = await bindRequestKey(tx, 'templates.save', input);
    if (bound === 'first') {
      await lockTemplates(tx.db, orgId);
      if ((await templatesOf(tx.db, orgId)).length >= MAX_TEMPLATES)
        throw new AppError('template.limit', { max: MAX_TEMPLATES });
      const at = tx.clock.now();
      const id = newId(at.getTime());
      if (!(await insertTemplate(tx.db, { id, orgId, name: input.name, content: tidyClauses(input.content), at })))
        throw new AppError('template.name_taken', { field: 'name' });
      await audit(tx, 'template.saved', `template:${id}`);
    }
    return (await templatesOf(tx.db, orgId)).map(toDto);
  });
}

/** Removes a template; offers that began with it stay. Throws not_found. */
export async function removeTemplate(ctx: OrgContext, input: z.output<typeof templateIdInput>): Promise<TemplateDto[]> {
  requireRight(ctx, 'offer.negotiate');
  return withTx(ctx, async (tx) => {
    const { orgId } = tx.actor;
    if (!(await deleteTemplate(tx.db, { orgId, id: input.templateId }))) throw new AppError('not_found');
    await audit(tx, 'template.removed', `template:${input.templateId}`);
    return (await templatesOf(tx.db, orgId)).map(toDto);
  });
}
