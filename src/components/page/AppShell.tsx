import { useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useScreenCrumbs } from '@/components/page/screen-crumbs.ts';
import { PageCrumbs } from '@/components/page/page-crumbs.ts';
import { PhoneTabBar, PhoneTopBar } from '@/components/page/PhoneBars.tsx';
import type { AreaCounts, ShellAccount } from '@/components/page/shell-types.ts';
import { Sidebar } from '@/components/page/Sidebar.tsx';
import { SkipLink } from '@/components/page/SkipLink.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazy } from '@/lib/lazy.ts';

const CommandPalette = lazy(async () => {
  const [module] = await Promise.all([import('@/components/page/CommandPalette.tsx'), loadTexts('palette')]);
  return module;
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `focus`: no sidebar, the screen renders its own bar of 60 px (`FocusShell`). */
    frame?: 'app' | 'focus';
  }
}

export interface AppShellProps {
  account: ShellAccount;
  counts?: AreaCounts;
  /** Bell for the sidebar and for the phone's top bar. */
  bell?: ReactNode;
  /** Fixed above everything: for whom this tab acts. */
  banner?: ReactNode;
  /** Above every page: something on it could not be read again. */
  outdated?: ReactNode;
  /** Above every page: an unverified mailbox, an account on hold. */
  notice?: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
}

/** Sidebar of 236 px, content up to 1,208 px; below 820 px a top bar and a bar of five. */
export function AppShell({ account, counts = {}, bell, banner, outdated, notice, onSignOut, children }: AppShellProps) {
  const [paletteOpen, setPaletteOpen] = usePalette();
  const focused = useMatches({ select: (matches) => matches.some((match) => match.staticData.frame === 'focus') });
  const crumbs = useScreenCrumbs(account.persona);
  const openPalette = () => setPaletteOpen(true);
  return (
    <div className={banner ? '[--banner:3rem]' : '[--banner:0px]'}>
      <SkipLink />
      {banner}
      {focused ? (
        <>
          <Suspense fallback={null}>{outdated}</Suspense>
          <Suspense fallback={<PendingSkeleton as="page" className="p-9" />}>{children}</Suspense>
        </>
      ) : (
        <div className="min-h-dvh max-md:pb-16 md:grid md:grid-cols-[236px_minmax(0,1fr)]">
          <Sidebar account={account} counts={counts} bell={bell} onSearch={openPalette} onSignOut={onSignOut} />
          <div className="min-w-0">
            <PhoneTopBar account={account} bell={bell} onSearch={openPalette} />
            <main
              id="main"
              tabIndex={-1}
              className="w-full max-w-[1280px] px-4 pt-3 pb-10 md:px-9 md:pt-[18px] md:pb-16"
            >
              <Suspense fallback={null}>{outdated}</Suspense>
              {notice}
              <PageCrumbs value={crumbs}>
                <Suspense fallback={<PendingSkeleton as="page" rows={5} />}>{children}</Suspense>
              </PageCrumbs>
            </main>
          </div>
          <PhoneTabBar account={account} counts={counts} onSignOut={onSignOut} />
        </div>
      )}
      {paletteOpen ? (
        <Suspense fallback={null}>
          <CommandPalette account={account} open onOpenChange={setPaletteOpen} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Ctrl or ⌘ with K anywhere; "/" outside of text fields. */
function usePalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      if (!shortcut && !slash) return;
      event.preventDefault();
      setOpen((before) => (shortcut ? !before : true));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return [open, setOpen] as const;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName) ||
      target.closest('[role=dialog],[role=menu],[role=listbox]') !== null)
  );
}
