import type { OrgKind } from '../../context.ts';
import type { Persona, UserType } from './schema.ts';

export const ORG_KIND_OF: Record<UserType, OrgKind> = { business: 'brand', influencer: 'creator', influencer_agent: 'agency' };
export const PERSONA_OF: Record<OrgKind, Persona> = { brand: 'brand', creator: 'creator', agency: 'agency' };

/** Where a persona lands after signing in. */
export const HOME_OF: Record<Persona, string> = { brand: '/brand-dashboard', creator: '/dashboard', agency: '/agent-dashboard', staff: '/admin-dashboard' };

/** A first handle or slug from a name: Latin letters, digits and dots; empty names become `member`. */
export function slugFrom(name: string): string {
  const slug = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 24);
  return slug.length >= 3 ? slug : `member.${slug}`.replace(/\.$/, '');
}
