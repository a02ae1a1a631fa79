import { ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AccountAvatar } from '@/components/page/AccountAvatar.tsx';
import type { ShellAccount } from '@/components/page/shell-types.ts';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { MenuButton } from '@/ui/menu-button.tsx';

const OrgMenuItems = lazyNamed(() => import('@/components/page/OrgMenuItems.tsx'), 'OrgMenuItems');

export interface OrgNameProps {
  account: ShellAccount;
  picture?: boolean;
  className?: string;
}

/** The org in which this tab acts; a member of several chooses another one here. */
export function OrgName({ account, picture = false, className }: OrgNameProps) {
  const { t } = useTranslation('nav');
  const format = useFormat();
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
      menu={<OrgMenuItems account={account} />}
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
