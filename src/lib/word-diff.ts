export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Words and what stands between them; scripts without spaces are cut by the browser's own rules. */
function words(text: string, language?: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

/** What became of a text, word by word: the longest common sequence of words stays, all other words were removed or added. */
export function wordDiff(before: string, after: string, language?: string): DiffPart[] {
  const [old, now] = [words(before, language), words(after, language)];
  // common[i][j]: length of the longest common sequence of old from i and now from j.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const parts: DiffPart[] = [];
  const push = (kind: DiffPart['kind'], text = ''): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      push('same', old[i++]);
      j++;
    } else if (i < old.length && (j >= now.length || at(i + 1, j) >= at(i, j + 1))) push('removed', old[i++]);
    else push('added', now[j++]);
  }
  return parts;
}
