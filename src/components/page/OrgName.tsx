import { ChevronsUpDown } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountAvatar } from '@/components/page/AccountAvatar.tsx';
import type { ShellAccount } from '@/components/page/shell-types.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { lazy } from '@/lib/lazy.ts';
import { MenuButton } from '@/ui/menu-button.tsx';

export interface OrgNameProps {
  account: ShellAccount;
  picture?: boolean;
  className?: string;
}

/** The org in which this tab acts; a member of several chooses another one here. */
export function OrgName({ account, picture = false, className }: OrgNameProps) {
  const { t } = useTranslation('nav');
  const format = useFormat();
  const Items = useMemo(
    () =>
      lazy(async () => {
        const { OrgMenuItems } = await import('@/components/page/OrgMenuItems.tsx');
        return { default: () => <OrgMenuItems account={account} /> };
      }),
    [account],
  );
  const name = account.org?.name ?? account.name;
  const content = (
    <>
      {picture ? <AccountAvatar account={account} size="sm" /> : null}
      <span className={cn('min-w-0 grow text-start font-semibold', className)}>
        <span className="block truncate-name">{name}</span>
      </span>
    </>
  );
  if (account.orgs.length < 2) return content;
  return (
    <MenuButton
      menu={Items}
      align="start"
      side="bottom"
      aria-label={format.labeled(t('shell.switchOrg'), name)}
      className="-ms-1 flex min-w-0 grow items-center gap-2.25 rounded-6 px-1 py-0.5 hover:bg-sidebar-accent touch:min-h-11"
    >
      {content}
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
    </MenuButton>
  );
}
