import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';

export interface CreatorLineProps {
  creator: Parameters<typeof faceOf>[0] & { name: string; handle: string; city: string | null };
  /** Beside the city. */
  reason?: string | null;
  figure: ReactNode;
}

/** A creator in a short list, with one figure. */
export function CreatorLine({ creator, reason, figure }: CreatorLineProps) {
  return (
    <li className="relative grid cols-auto-main-auto items-center gap-x-3.5 border-b border-border py-2.5 last:border-b-0 hover:bg-accent">
      <CreatorAvatar {...faceOf(creator)} />
      <span className="min-w-0">
        <Link
          to="/creator/$handle"
          params={{ handle: creator.handle }}
          className="font-semibold after:absolute after:inset-0"
        >
          <bdi>{creator.name}</bdi>
        </Link>
        <span className="block text-sm text-muted-foreground empty:hidden">
          {creator.city ? <bdi>{creator.city}</bdi> : null}
          {creator.city && reason ? ' · ' : null}
          {reason}
        </span>
      </span>
      <span className="figures font-semibold">{figure}</span>
    </li>
  );
}
