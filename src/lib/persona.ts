import { useRouteContext } from '@tanstack/react-router';
import type { Session } from '@/lib/auth.ts';
import type { Persona } from '@/lib/screens.ts';

/** Who reads the screen: the name of the person, and the kind of account, null before a sign-in. */
export function useSessionFacts(): { persona: Persona | null; name: string } {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  return { persona: session?.persona ?? null, name: session?.name ?? '' };
}
