import { Link, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AREA_ICONS } from '@/components/page/area-icons.ts';
import { OrgName } from '@/components/page/OrgName.tsx';
import type { AreaCounts, ShellAccount } from '@/components/page/shell-types.ts';
import { UserMenu } from '@/components/page/UserMenu.tsx';
import { cn } from '@/lib/cn.ts';
import { useScreenTitle } from '@/lib/screen-title.ts';
import { type Area, areaOf, areasFor, screenOf } from '@/lib/screens.ts';
import { Count } from '@/ui/tag.tsx';

export interface SidebarProps {
  account: ShellAccount;
  counts: AreaCounts;
  /** The bell with its sheet. */
  bell?: ReactNode;
  onSearch: () => void;
  onSignOut: () => void;
}

export function Sidebar({ account, counts, bell, onSearch, onSignOut }: SidebarProps) {
  const { t } = useTranslation('nav');
  const { t: common } = useTranslation();
  return (
    <aside
      aria-label={account.org?.name ?? account.name}
      className="sticky top-(--banner) flex h-[calc(100dvh-var(--banner))] flex-col gap-0.5 overflow-y-auto border-e border-sidebar-border bg-sidebar px-2.5 py-3 text-sidebar-foreground max-md:hidden print-hidden"
    >
      <div className="mb-2 flex items-center gap-2.25 px-[7px] py-1.25">
        <OrgName account={account} picture className="text-foreground" />
        {bell}
      </div>
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="mb-2.5 flex h-8 shrink-0 items-center gap-2 rounded-md border border-border-strong bg-card px-2 text-sm text-muted-foreground hover:border-input"
      >
        <Search aria-hidden className="size-3.5" />
        {common('label.search')}
        <kbd dir="ltr" className="ms-auto rounded-4 border border-border-strong px-[5px] font-sans text-2xs">
          {SHORTCUT}
        </kbd>
      </button>
      <AreaNav account={account} counts={counts} label={t('shell.main')} />
      <div className="mt-auto pt-3">
        <UserMenu account={account} onSignOut={onSignOut} />
      </div>
    </aside>
  );
}

const SHORTCUT = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/u.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Areas in their groups; the current one shows its screens. Also the content of the phone's menu. */
export function AreaNav({
  account,
  counts,
  label,
  onNavigate,
}: {
  account: ShellAccount;
  counts: AreaCounts;
  label: string;
  onNavigate?: () => void;
}) {
  const { t } = useTranslation('screens');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const open = areaOf(pathname, account.persona);
  const areas = areasFor(account.persona);
  const groups = (['top', 'work', 'business', 'foot'] as const)
    .map((group) => ({ group, areas: areas.filter((area) => area.group === group) }))
    .filter(({ areas: list }) => list.length > 0);
  return (
    <nav aria-label={label} className="grid gap-0.5">
      {groups.map(({ group, areas: list }) => (
        <div key={group} className="grid gap-0.5">
          {group === 'work' || group === 'business' ? (
            <p className="px-2 pt-3.5 pb-1 text-[0.71875rem] leading-4 font-[560] text-muted-foreground">
              {t(`groups.${group}`)}
            </p>
          ) : group === 'foot' ? (
            <div className="h-3" />
          ) : null}
          {list.map((area) => (
            <AreaLinks
              key={area.id}
              area={area}
              account={account}
              open={open?.id === area.id}
              pathname={pathname}
              counts={counts}
              onNavigate={onNavigate}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}

function AreaLinks({
  area,
  account,
  open,
  pathname,
  counts,
  onNavigate,
}: {
  area: Area;
  account: ShellAccount;
  open: boolean;
  pathname: string;
  counts: AreaCounts;
  onNavigate: (() => void) | undefined;
}) {
  const { t } = useTranslation('screens');
  const titleOf = useScreenTitle();
  const Icon = AREA_ICONS[area.icon];
  const count = counts[area.id];
  const here = screenOf(pathname)?.path;
  const landing = area.screens[0];
  if (!landing) return null;
  const unfolded = open && area.screens.length > 1;
  const selected = open && !unfolded;
  return (
    <>
      <Link
        to={landing.path}
        onClick={onNavigate}
        aria-current={selected ? 'page' : undefined}
        className={cn(
          'flex min-h-[31px] items-center gap-2.5 rounded-6 px-2 text-ui hover:bg-sidebar-accent touch:min-h-11',
          selected ? 'bg-sidebar-accent font-580 text-foreground' : 'font-[480]',
          unfolded && 'text-foreground',
        )}
      >
        <Icon aria-hidden className="size-4" />
        <span className="min-w-0 truncate">{t(`areas.${area.id}`)}</span>
        {count && count.count > 0 ? (
          <Count hot={count.hot} className={cn('ms-auto', !count.hot && 'bg-sidebar-accent!')}>
            {count.count}
          </Count>
        ) : null}
      </Link>
      {unfolded
        ? area.screens.map((screen) => (
            <Link
              key={screen.path}
              to={screen.path}
              onClick={onNavigate}
              aria-current={screen.path === here ? 'page' : undefined}
              className={cn(
                'flex min-h-[29px] items-center rounded-6 ps-[34px] pe-2 text-sm hover:bg-sidebar-accent touch:min-h-11',
                screen.path === here && 'bg-sidebar-accent font-580 text-foreground',
              )}
            >
              <span className="min-w-0 truncate">{titleOf(screen, account.persona)}</span>
            </Link>
          ))
        : null}
    </>
  );
}
