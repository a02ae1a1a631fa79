import type { ServiceContext } from '../../context.ts';
import { moveApplicationFrom } from './queries/applications.ts';
import type { ApplicationState } from './schema.ts';

/** Moves an application with its offer, in the caller's transaction; one in any other state stays as it is. */
export const moveApplication = (
  tx: ServiceContext,
  input: { applicationId: string; from: readonly ApplicationState[]; to: ApplicationState },
): Promise<void> => moveApplicationFrom(tx.db, { ...input, at: tx.clock.now() });
