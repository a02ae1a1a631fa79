import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod';
import { zodText } from '@/components/form/zod-texts.ts';
import { loadTexts } from '@/lib/i18n.ts';

// Problems are in the user's language. Checks are not compiled: the page's content policy forbids it, and even testing
// for it is reported as a violation.
z.config({ customError: (issue) => zodText(issue), jitless: true });

export async function resolverFor(load: () => Promise<unknown>): Promise<Resolver<FieldValues, unknown, FieldValues>> {
  const [schema] = await Promise.all([load(), loadTexts('errors')]);
  // The resolver's types follow zod's class hierarchy more closely than a generic schema can.
  return zodResolver(schema as never) as unknown as Resolver<FieldValues, unknown, FieldValues>;
}
