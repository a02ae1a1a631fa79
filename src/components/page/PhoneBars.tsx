import { Link, useRouterState } from '@tanstack/react-router';
import { Menu, Plus, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AREA_ICONS } from '@/components/page/area-icons.ts';
import { Mark } from '@/components/page/Mark.tsx';
import { OrgName } from '@/components/page/OrgName.tsx';
import type { AreaCounts, ShellAccount } from '@/components/page/shell-types.ts';
import { AreaNav } from '@/components/page/Sidebar.tsx';
import { UserMenu } from '@/components/page/UserMenu.tsx';
import { cn } from '@/lib/cn.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { areaOf, bottomBarFor, creatableBy, homeOf, type Persona } from '@/lib/screens.ts';
import { Button } from '@/ui/button.tsx';
import { buttonStyles } from '@/ui/button-styles.ts';
import { MenuButton } from '@/ui/menu-button.tsx';
import { Sheet } from '@/ui/sheet.tsx';
import { Count } from '@/ui/tag.tsx';

const CreateMenuItems = lazyNamed(() => import('@/components/page/CreateMenuItems.tsx'), 'CreateMenuItems');

export interface PhoneTopBarProps {
  account: ShellAccount;
  bell?: ReactNode;
  onSearch: () => void;
}

export function PhoneTopBar({ account, bell, onSearch }: PhoneTopBarProps) {
  const { t } = useTranslation('nav');
  const { t: common } = useTranslation();
  const creatable = creatableBy(account.persona);
  return (
    <header className="sticky top-(--banner) z-20 flex h-14 items-center gap-1 border-b border-border bg-background px-4 md:hidden print-hidden">
      <Link
        to={homeOf(account.persona).path}
        aria-label={t('shell.homeLink')}
        className="grid size-11 -ms-2 place-items-center"
      >
        <Mark />
      </Link>
      <OrgName account={account} />
      {creatable.length > 0 ? <CreateMenu persona={account.persona} /> : null}
      {bell}
      <Button variant="quiet" size="icon" aria-label={common('label.search')} onClick={onSearch} className="-me-2">
        <Search aria-hidden />
      </Button>
    </header>
  );
}

function CreateMenu({ persona }: { persona: Persona }) {
  const { t } = useTranslation('nav');
  return (
    <MenuButton
      menu={<CreateMenuItems persona={persona} />}
      align="end"
      aria-label={t('shell.new')}
      className={buttonStyles({ variant: 'quiet', size: 'icon' })}
    >
      <Plus aria-hidden />
    </MenuButton>
  );
}

export interface PhoneTabBarProps {
  account: ShellAccount;
  counts: AreaCounts;
  onSignOut: () => void;
}

/** Four areas and the menu, which holds the whole sidebar. */
export function PhoneTabBar({ account, counts, onSignOut }: PhoneTabBarProps) {
  const { t } = useTranslation('nav');
  const { t: screens } = useTranslation('screens');
  const { t: common } = useTranslation();
  const [menuOpen, setMenuOpen] = useState(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const here = areaOf(pathname, account.persona);
  const areas = bottomBarFor(account.persona);
  const inBar = areas.some((area) => area.id === here?.id);
  return (
    <>
      <nav
        aria-label={t('shell.sections')}
        data-slot="phone-bar"
        className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-border bg-background pb-[env(safe-area-inset-bottom)] md:hidden print-hidden"
      >
        {areas.map((area) => {
          const Icon = AREA_ICONS[area.icon];
          const count = counts[area.id];
          const landing = area.screens[0];
          return landing ? (
            <Link
              key={area.id}
              to={landing.path}
              aria-current={area.id === here?.id ? 'page' : undefined}
              className={tabStyles(area.id === here?.id)}
            >
              <Icon aria-hidden className="size-5" />
              <span className="line-clamp-2 max-w-full text-center wrap-anywhere">{screens(`areas.${area.id}`)}</span>
              {count && count.count > 0 ? (
                <Count
                  hot={count.hot}
                  className="absolute start-[calc(50%+6px)] top-1 h-4! min-w-4! text-[0.65625rem]!"
                >
                  {count.count}
                </Count>
              ) : null}
            </Link>
          ) : null;
        })}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
          className={tabStyles(!inBar && here !== null)}
        >
          <Menu aria-hidden className="size-5" />
          {t('shell.menu')}
        </button>
      </nav>
      <Sheet
        open={menuOpen}
        onOpenChange={setMenuOpen}
        side="start"
        title={account.org?.name ?? account.name}
        closeLabel={common('action.close')}
        footer={<UserMenu account={account} onSignOut={onSignOut} />}
      >
        <AreaNav account={account} counts={counts} label={t('shell.main')} onNavigate={() => setMenuOpen(false)} />
      </Sheet>
    </>
  );
}

function tabStyles(on: boolean): string {
  return cn(
    'relative grid h-14 min-w-0 content-start justify-items-center gap-[2px] px-1 pt-[7px] text-2xs leading-[12px]',
    on ? 'font-semibold text-foreground' : 'font-530 text-muted-foreground',
  );
}
