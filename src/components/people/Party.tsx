import type { PartyDto } from '../../../server/features/orgs/schema.ts';
import { Avatar } from '@/ui/avatar.tsx';

export interface PartyProps {
  name: string;
  src?: string | null;
  /** Id of the org: its color survives a change of name. */
  seed?: string;
  size?: 'sm' | 'default' | 'md' | 'lg' | 'xl';
  className?: string;
}

/** The data of a party's avatar: name, picture, and the color of the org. */
export const faceOf = ({ name, orgId, avatarUrl }: Pick<PartyDto, 'name' | 'orgId' | 'avatarUrl'>): PartyProps => ({
  name,
  seed: orgId,
  src: avatarUrl,
});

/** Squares are businesses: brands and agencies. */
export function OrgAvatar(props: PartyProps) {
  return <Avatar shape="square" {...props} />;
}

/** Circles are people: creators, and the members of a team. */
export function CreatorAvatar(props: PartyProps) {
  return <Avatar shape="circle" {...props} />;
}

export type PartyKind = 'brand' | 'creator' | 'agency';

export function PartyAvatar({ kind, ...props }: PartyProps & { kind: PartyKind }) {
  return kind === 'creator' ? <CreatorAvatar {...props} /> : <OrgAvatar {...props} />;
}

/** Brand and creator of one deal, overlapping. */
export function PairAvatar({
  brand,
  creator,
  size = 'default',
}: {
  brand: PartyProps;
  creator: PartyProps;
  size?: PartyProps['size'];
}) {
  return (
    <span className="inline-flex shrink-0">
      <OrgAvatar {...brand} size={size} />
      <CreatorAvatar {...creator} size={size} className="-ms-1 shadow-[0_0_0_2px_var(--background)]" />
    </span>
  );
}

/** "@maya.eats.lyon": isolated, so that it reads the same in every direction. */
export function Handle({ handle, className }: { handle: string; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      @{handle.replace(/^@/u, '')}
    </bdi>
  );
}
