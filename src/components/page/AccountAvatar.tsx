import type { ShellAccount } from '@/components/page/shell-types.ts';
import { CreatorAvatar, OrgAvatar } from '@/components/people/Party.tsx';

export function AccountAvatar({ account, size }: { account: ShellAccount; size: 'sm' | 'default' | 'md' }) {
  const { org, name, persona, acting } = account;
  if (persona === 'creator' || !org)
    return (
      <CreatorAvatar
        name={org?.name ?? name}
        seed={org?.id ?? name}
        src={acting ? null : account.avatarUrl}
        size={size}
      />
    );
  return <OrgAvatar name={org.name} seed={org.id} size={size} />;
}
