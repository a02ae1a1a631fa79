import { sleep } from '@temporalio/workflow';
import type { Moment, RowSnapshot } from '../contracts.ts';
import { beginAfreshWhenHeavy } from './begin-afresh.ts';
import { watchRow } from './row-watch.ts';
import { openStory } from './story.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export interface RowStory<Act extends string> {
  /** Heading of the timeline, e.g. "Offer". */
  title: string;
  /** An activity that reads the row. */
  read(): Promise<RowSnapshot<Act>>;
  /** What is done when a moment comes; returns the line for the timeline. */
  on: Record<Act, (moment: Moment<Act>) => Promise<string>>;
}

/**
 * Lives beside a row until the row is closed: reads it, waits for the next moment or for an act of a person, acts, reads
 * again. Since every turn begins with the row, it may be started at any time and in any state.
 * Returns the state the row was closed in.
 */
export async function followRow<Act extends string>({ title, read, on }: RowStory<Act>): Promise<string> {
  const row = watchRow();
  const story = openStory(title);
  let acted: Moment<Act> | null = null;
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    for (const act of row.take()) story.tell(act.event.replaceAll('_', ' '));
    const snapshot = await read();
    const next = snapshot.closed ? null : (snapshot.moments[0] ?? null);
    story.show({
      state: snapshot.state,
      waitsFor: snapshot.closed ? null : (next?.label ?? 'a signal'),
      until: next ? new Date(next.at) : null,
      attributes: { SponsioState: snapshot.state, ...snapshot.attributes },
    });
    // What is signalled while the row was being read may open it anew: it is read once more for it.
    if (snapshot.closed && !row.pendingAtTheEnd()) {
      story.tell(`ended: ${snapshot.state}`);
      return snapshot.state;
    }
    await beginAfreshWhenHeavy(row);
    // The same moment again, although it was acted upon: the other side is not ready. Slow down instead of spinning.
    if (next && acted && next.act === acted.act && next.at === acted.at) {
      await sleep(pause, { summary: `${next.label}: once more` });
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    } else {
      pause = FIRST_PAUSE_MS;
    }
    if (await row.movedBefore(next ? new Date(next.at) : null, next?.label ?? 'a signal')) {
      acted = null;
      continue;
    }
    if (next) {
      story.tell(await on[next.act](next));
      acted = next;
    }
  }
}
