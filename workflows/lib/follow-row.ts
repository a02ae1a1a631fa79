import type { ScheduledStep, RowSnapshot } from '../contracts.ts';
import { continueAsNewWhenSuggested } from './continue-as-new.ts';
import { watchRow } from './row-watch.ts';
import { createDetails } from './workflow-details.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

export interface FollowRowOptions<Act extends string> {
  /** Heading of the timeline, e.g. "Offer". */
  title: string;
  /** An activity that reads the row. */
  read(): Promise<RowSnapshot<Act>>;
  /** Runs a step that is due; returns the line for the timeline. */
  on: Record<Act, (step: ScheduledStep<Act>) => Promise<string>>;
}

/**
 * Follows a row until the row is closed: reads it, waits for the next scheduled step or for a signal, runs the step,
 * reads again. Since each turn begins with the row, it may be started at any time and in any state. Returns the state
 * the row was closed in.
 */
export async function followRow<Act extends string>({ title, read, on }: FollowRowOptions<Act>): Promise<string> {
  const row = watchRow();
  const details = createDetails(title);
  let acted: ScheduledStep<Act> | null = null;
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    for (const act of row.take()) details.log(act.event.replaceAll('_', ' '));
    const snapshot = await read();
    const next = snapshot.closed ? null : (snapshot.steps[0] ?? null);
    details.update({
      state: snapshot.state,
      waitsFor: snapshot.closed ? null : (next?.label ?? 'a signal'),
      until: next ? new Date(next.at) : null,
      attributes: { SponsioState: snapshot.state, ...snapshot.attributes },
    });
    // A signal during the read may reopen the row: read it once more.
    if (snapshot.closed && !row.pendingAtTheEnd()) {
      details.log(`ended: ${snapshot.state}`);
      return snapshot.state;
    }
    await continueAsNewWhenSuggested(row);
    // The same step is due again: the other side is not ready. Pause, to avoid a busy loop.
    if (next && acted && next.act === acted.act && next.at === acted.at) {
      await row.pause(pause, `${next.label}: once more`);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    } else {
      pause = FIRST_PAUSE_MS;
    }
    if (await row.movedBefore(next ? new Date(next.at) : null, next?.label ?? 'a signal')) {
      acted = null;
      continue;
    }
    if (next) {
      details.log(await on[next.act](next));
      acted = next;
    }
  }
}
