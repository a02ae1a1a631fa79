import type { Locale } from '../../../server/core/locale.ts';
import type { Area, Persona } from '@/lib/screens.ts';

/** Who is looking, as far as the frame of the app needs to know. */
export interface ShellAccount {
  persona: Persona;
  /** The person. */
  name: string;
  avatarUrl: string | null;
  /** Role in the org or staff role, as a key under `nav:roles`. */
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
  locale: Locale;
}

/** Numbers beside areas; `hot` when they wait for this person. */
export type AreaCounts = Partial<Record<Area['id'], { count: number; hot?: boolean }>>;
