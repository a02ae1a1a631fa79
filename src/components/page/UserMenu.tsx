import { Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import type { ShellAccount } from '@/components/page/shell-types.ts';
import { CreatorAvatar, Handle } from '@/components/people/Party.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { MenuButton } from '@/ui/menu-button.tsx';

const UserMenuItems = lazyNamed(() => import('@/components/page/UserMenuItems.tsx'), 'UserMenuItems');

/** The user at the foot of the sidebar: language, theme, sign out. */
export function UserMenu({ account, onSignOut }: { account: ShellAccount; onSignOut: () => void }) {
  const { t } = useTranslation('nav');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  const second =
    account.persona === 'creator' && account.org && !account.acting ? (
      <Handle handle={account.org.slug} />
    ) : account.role ? (
      screens(`roles.${account.role}`)
    ) : null;
  return (
    <MenuButton
      menu={<UserMenuItems onSignOut={onSignOut} />}
      align="start"
      side="top"
      aria-label={format.labeled(t('shell.userMenu'), account.name)}
      className="flex w-full items-center gap-2.25 border-t border-sidebar-border px-[7px] pt-[9px] pb-0.5 text-start text-sm"
    >
      <CreatorAvatar name={account.name} seed={account.name} src={account.avatarUrl} />
      <span className="min-w-0 grow">
        <span className="block truncate-name text-foreground">{account.name}</span>
        {second ? <span className="block truncate text-xs text-muted-foreground">{second}</span> : null}
      </span>
      <Settings aria-hidden className="size-4" />
    </MenuButton>
  );
}
