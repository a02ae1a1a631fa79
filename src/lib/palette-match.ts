const withoutMarks = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * How well an entry of a search list matches, 0 to 1: the typed text has to occur as a whole in one of its texts.
 * Letters scattered over a text do not match: such entries would rank above the wanted one and be opened by the Enter
 * key.
 */
export function paletteMatch(value: string, search: string, keywords: readonly string[] = []): number {
  const typed = withoutMarks(search);
  let best = 0;
  for (const text of [...keywords, value].map(withoutMarks)) {
    const at = text.indexOf(typed);
    if (at < 0) continue;
    const startsWord = at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]!);
    best = Math.max(best, text === typed ? 1 : at === 0 ? 0.9 : startsWord ? 0.8 : 0.5);
  }
  return best;
}
