import { withTx } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import type { TestWorld } from './people.ts';

const SOON_MS = 1_000;

/**
 * Sets a row's deadline to a second from now and signals its workflow: a deadline that short from the start would race
 * the test's own steps.
 */
export const endSoon = {
  contract: async (world: TestWorld, id: string): Promise<void> => {
    await world.owner.updateTable('contracts').set({ deadline_at: soon() }).where('id', '=', id).execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'contractSigning', id, 'sooner', newId()));
  },
  milestone: async (world: TestWorld, id: string): Promise<void> => {
    await world.owner.updateTable('milestones').set({ deadline_at: soon() }).where('id', '=', id).execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'escrowLifecycle', id, 'sooner', newId()));
  },
  dispute: async (world: TestWorld, id: string): Promise<void> => {
    await world.owner.updateTable('disputes').set({ phase_ends_at: soon() }).where('id', '=', id).execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'disputeCase', id, 'sooner', newId()));
  },
  code: async (world: TestWorld, id: string): Promise<void> => {
    await world.owner.updateTable('one_time_codes').set({ expires_at: soon() }).where('id', '=', id).execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'verificationCodeExpiry', id, 'sooner', newId()));
  },
};

const soon = (): Date => new Date(Date.now() + SOON_MS);
