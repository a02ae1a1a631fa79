import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { audit } from '../audit/audit.ts';
import { keepAge } from '../creators/service.ts';
import { ageAt, OLDEST_AGE } from './rules.ts';
import { ADULT_AGE } from '../policies/rules.ts';
import type { confirmAgeInput } from './schema.ts';

/**
 * Takes a creator's birth date and keeps its year alone. Throws auth.age_required below eighteen, which keeps nothing,
 * and input.invalid for a future day or one before any possible birth date.
 */
export async function confirmAge(
  ctx: OrgContext,
  input: z.output<typeof confirmAgeInput>,
): Promise<{ confirmedAt: Date }> {
  const now = ctx.clock.now();
  const age = ageAt(input.birthDate, now);
  if (age < 0 || age > OLDEST_AGE) throw new AppError('input.invalid', { field: 'birthDate', problem: 'range' });
  if (age < ADULT_AGE) throw new AppError('auth.age_required', { field: 'birthDate' });
  return withTx(ctx, async (tx) => {
    await keepAge(tx, { orgId: tx.actor.orgId, birthYear: Number(input.birthDate.slice(0, 4)) });
    await audit(tx, 'creator.age_confirmed', `org:${tx.actor.orgId}`);
    return { confirmedAt: now };
  });
}
