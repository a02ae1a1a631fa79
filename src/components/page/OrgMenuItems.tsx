import { useTranslation } from 'react-i18next';
import type { ShellAccount } from '@/components/page/shell-types.ts';
import { OrgAvatar } from '@/components/people/Party.tsx';
import { chooseOrg } from '@/lib/org-choice.ts';
import { DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem } from '@/ui/dropdown-menu.tsx';

/** The user's orgs with their role in each; another one opens at its home, in this tab alone. */
export function OrgMenuItems({ account }: { account: ShellAccount }) {
  const { t } = useTranslation('nav');
  const { t: screens } = useTranslation('screens');
  return (
    <>
      <DropdownMenuLabel>{t('shell.switchOrg')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={account.org?.id ?? ''}
        onValueChange={(id) => {
          if (id === account.org?.id) return;
          chooseOrg(id);
          // All that is loaded belongs to the other org; the home redirects to that of its persona.
          window.location.assign('/dashboard');
        }}
      >
        {account.orgs.map((org) => (
          <DropdownMenuRadioItem key={org.id} value={org.id} className="py-1.5">
            <OrgAvatar name={org.name} seed={org.id} size="sm" />
            <span className="min-w-0">
              <span className="block truncate-name">{org.name}</span>
              <span className="block text-xs text-muted-foreground">{screens(`roles.${org.role}`)}</span>
            </span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <p className="max-w-64 px-2.5 pt-1.5 pb-1 text-xs text-muted-foreground">{t('shell.switchNote')}</p>
    </>
  );
}
