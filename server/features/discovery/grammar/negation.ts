import { has, isContent } from './readings.ts';
import type { Item } from './items.ts';

/** How many words may stand between "not" and what it excludes. */
const MAX_DISTANCE = 4;
/** Begins a clause about the creators themselves: "outside London who review restaurants", "不在上海的园艺博主". */
const CLAUSE = /^(?:who|that|which|qui|que|che|котор\p{L}*|кто|الذين|اللي|التي|的)(?: |$)/u;

/** Marks what "not", "sans", "кроме" … exclude: up to the next clause, or to a preposition behind what is excluded. */
export function markNegation(items: readonly Item[]): void {
  items.forEach((item, at) => {
    if (!has(item, 'not') || item.used) return;
    let found = false;
    let distance = 0;
    for (let next = at + 1; next < items.length; next += 1) {
      const follower = items[next];
      if (
        !follower ||
        follower.kind === 'break' ||
        has(follower, 'but') ||
        (found && (follower.kind === 'number' || CLAUSE.test(follower.text)))
      )
        break;
      if (
        found &&
        !isContent(follower) &&
        !has(follower, 'and', 'or') &&
        has(follower, 'locative', 'with', 'from', 'fluent', 'followers', 'audience')
      )
        break;
      if (isContent(follower)) {
        follower.negated = true;
        found = true;
      } else if (!found && (distance += 1) > MAX_DISTANCE) break;
      else if (found && !has(follower, 'and', 'or', 'not', 'stop') && follower.kind !== 'mark') break;
    }
    // "libros no", "книги нет".
    const previous = items[at - 1]?.kind === 'word' ? items[at - 2] : items[at - 1];
    const ends = at === items.length - 1 || items[at + 1]?.kind === 'break';
    if (!found && ends && previous && isContent(previous) && !previous.used) {
      previous.negated = true;
      found = true;
    }
    if (found) (item as { used: boolean }).used = true;
  });
}
