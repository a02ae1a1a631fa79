import type * as z from 'zod';
import { withTx, type ServiceContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { answerContact, contactFacts } from './queries/answer.ts';
import type { answerContactInput, ContactPage, contactTokenInput } from './schema.ts';
import { recipientOfToken } from './token.ts';

function requireRecipient(ctx: ServiceContext, token: string): string {
  const id = recipientOfToken(ctx.integrations.settings.codeSecret, token);
  if (!id) throw new AppError('not_found');
  return id;
}

/** Who wrote, and where the data is from. Throws not_found for a token that is none of ours, or whose recipient is gone. */
export async function readContact(
  ctx: ServiceContext,
  { token }: z.output<typeof contactTokenInput>,
): Promise<ContactPage> {
  const id = requireRecipient(ctx, token);
  return withTx(ctx, async (tx) => {
    const facts = await contactFacts(tx.db, id);
    if (!facts) throw new AppError('not_found');
    return {
      org: facts.org_name,
      source: facts.source,
      basis: facts.basis,
      answered: facts.state === 'declined' || facts.state === 'unsubscribed' ? facts.state : null,
    };
  });
}

/** Declines the request, or ends all messages of this org; in both cases nothing more is sent. */
export async function giveAnswer(
  ctx: ServiceContext,
  { token, answer }: z.output<typeof answerContactInput>,
): Promise<void> {
  const id = requireRecipient(ctx, token);
  await withTx(ctx, async (tx) => {
    if (!(await answerContact(tx.db, { recipientId: id, answer }))) throw new AppError('not_found');
  });
}
