import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { config } from 'zod/v4/core';
import { zodText } from '@/components/form/zod-texts.ts';
import { realSchema } from '@/lib/deferred-zod.ts';
import { loadTexts } from '@/lib/i18n.ts';

// Problems come in the reader's language.
config({ customError: (issue) => zodText(issue) });

export async function resolverFor(schema: unknown): Promise<Resolver<FieldValues, unknown, FieldValues>> {
  const [real] = await Promise.all([realSchema(schema), loadTexts('errors')]);
  // The resolver's own types follow zod's class hierarchy more closely than a schema passed around can.
  return zodResolver(real as never) as unknown as Resolver<FieldValues, unknown, FieldValues>;
}
