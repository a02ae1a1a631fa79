import { SignedInFrame } from '@/components/page/SignedInFrame.tsx';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { NotOpenYet } from '@/components/states/NotOpenYet.tsx';
import type { Session } from '@/lib/auth.ts';
import { homeOf, type Screen, screenAt } from '@/lib/screens.ts';

/** A known address without a screen yet, in the frame it will have. */
export function UnbuiltScreen({ screen, session }: { screen: Screen; session: Session | null }) {
  if (!session) {
    return (
      <PublicShell>
        <NotOpenYet screen={screen} home={screenAt('/')} />
      </PublicShell>
    );
  }
  return (
    <SignedInFrame session={session}>
      <NotOpenYet screen={screen} persona={session.persona} home={homeOf(session.persona)} />
    </SignedInFrame>
  );
}
