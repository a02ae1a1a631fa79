import type { Locale } from '../../../server/core/locale.ts';
import type { Area, Persona } from '@/lib/screens.ts';

/** The user, as far as the frame of the app needs it. */
export interface ShellAccount {
  persona: Persona;
  /** The user's name. */
  name: string;
  avatarUrl: string | null;
  /** The user is a member of an agency who acts for the creator that `org` is. */
  acting: boolean;
  /** Role in the org or staff role, as a key under `screens:roles`. */
  role:
    | 'owner'
    | 'admin'
    | 'manager'
    | 'finance'
    | 'reviewer'
    | 'viewer'
    | 'agent'
    | 'assistant'
    | 'support'
    | 'trust'
    | 'super'
    | null;
  /** The org; null for staff. */
  org: { id: string; name: string; slug: string } | null;
  /** Every org of the user, in the order of joining; the switcher shows them where there are several. */
  orgs: readonly { id: string; name: string; role: NonNullable<ShellAccount['role']> }[];
  locale: Locale;
}

/** Numbers beside areas; `hot` if they require an action of the user. */
export type AreaCounts = Partial<Record<Area['id'], { count: number; hot?: boolean }>>;
