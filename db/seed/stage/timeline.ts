import type { Stage } from './stage.ts';

/** A story yields the moment of its next scene and goes on when the clocks stand there. */
export type Story = AsyncGenerator<Date, void, void>;

interface Running {
  name: string;
  story: Story;
  next: Date;
}

async function advance(running: Omit<Running, 'next'>, now: Date): Promise<Date | null> {
  try {
    const step = await running.story.next();
    if (step.done) return null;
    return step.value < now ? now : step.value;
  } catch (error) {
    throw new Error(`the story "${running.name}" broke at ${now.toISOString()}`, { cause: error });
  }
}

/**
 * Plays all stories on one clock, scene by scene in order of time: the provider's clock only runs forward, and what one
 * deal does must not happen before what another did earlier.
 */
export async function play(
  stage: Stage,
  stories: Readonly<Record<string, () => Story>>,
  afterScene: () => Promise<void>,
): Promise<void> {
  const waiting: Running[] = [];
  for (const [name, begin] of Object.entries(stories)) {
    const story = begin();
    const next = await advance({ name, story }, new Date(0));
    if (next) waiting.push({ name, story, next });
  }
  while (waiting.length > 0) {
    const first = waiting.reduce((a, b) => (b.next < a.next ? b : a));
    if (first.next > stage.anchor) throw new Error(`the story "${first.name}" plays in the future`);
    await stage.moveTo(first.next);
    const next = await advance(first, first.next);
    await afterScene();
    if (next) first.next = next;
    else waiting.splice(waiting.indexOf(first), 1);
  }
}
