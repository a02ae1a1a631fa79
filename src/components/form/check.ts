import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { config } from 'zod/v4/core';
import { zodText } from '@/components/form/zod-texts.ts';
import { realSchema } from '@/lib/deferred-zod.ts';
import { loadTexts } from '@/lib/i18n.ts';

// Problems come in the reader's language. No check is compiled while it runs: the page's policy forbids that, and asking
// whether it may be done is a breach of its own.
config({ customError: (issue) => zodText(issue), jitless: true });

export async function resolverFor(schema: unknown): Promise<Resolver<FieldValues, unknown, FieldValues>> {
  const [real] = await Promise.all([realSchema(schema), loadTexts('errors')]);
  // The resolver's own types follow zod's class hierarchy more closely than a schema passed around can.
  return zodResolver(real as never) as unknown as Resolver<FieldValues, unknown, FieldValues>;
}
