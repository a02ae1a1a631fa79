import type { OperationsOverview } from '../../../server/features/platform/schema.ts';

/** Commands are delivered and events of the provider applied within seconds; what waits longer is not moving by itself. */
export const COMMAND_LATE_S = 60;
const EVENT_LATE_S = 120;

/** How many of each queue wait while its oldest entry is late; they need a person. */
export function lateOnes({ outbox, webhooks }: Pick<OperationsOverview, 'outbox' | 'webhooks'>): {
  commands: number;
  webhooks: number;
} {
  return {
    commands: (outbox.oldestSeconds ?? 0) >= COMMAND_LATE_S ? outbox.waiting : 0,
    webhooks: (webhooks.oldestSeconds ?? 0) >= EVENT_LATE_S ? webhooks.pending : 0,
  };
}
