import type { ReactNode } from 'react';
import type { Span } from '@/features/discovery/ask/parsed-question.ts';

/** The sentence as it was read: words of filters underlined, words that were not used struck through. */
export function Sentence({ text, read, unread }: { text: string; read: readonly Span[]; unread: readonly Span[] }) {
  const marks = [
    ...read.map((span) => ({ ...span, used: true })),
    ...unread.map((span) => ({ ...span, used: false })),
  ].toSorted((a, b) => a.start - b.start);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, used } of marks) {
    if (start < at) continue;
    parts.push(text.slice(at, start));
    const Mark = used ? 'mark' : 's';
    parts.push(
      <Mark
        key={start}
        className={
          used ? 'bg-transparent text-inherit underline decoration-2 underline-offset-4' : 'text-muted-foreground'
        }
      >
        {text.slice(start, end)}
      </Mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return (
    <p dir="auto" className="text-base text-balance">
      {parts}
    </p>
  );
}
