import type screenTexts from '../../locales/en/screens.json';
import type { Persona } from './screens.ts';

export type AreaId = keyof typeof screenTexts.areas;
export type AreaIcon =
  | 'house'
  | 'inbox'
  | 'compass'
  | 'megaphone'
  | 'clapperboard'
  | 'landmark'
  | 'sprout'
  | 'chart'
  | 'settings'
  | 'briefcase'
  | 'radio'
  | 'store'
  | 'handshake'
  | 'building'
  | 'scale'
  | 'server';

/** A group of screens in the sidebar. */
export interface AreaPlan {
  id: AreaId;
  group: 'top' | 'work' | 'business' | 'foot';
  icon: AreaIcon;
}

/** The areas of each persona; every screen names its own (`place` in the feature's `screens.ts`). */
export const NAVIGATION: Record<Persona, readonly AreaPlan[]> = {
  brand: [
    { id: 'home', group: 'top', icon: 'house' },
    { id: 'inbox', group: 'top', icon: 'inbox' },
    { id: 'discover', group: 'work', icon: 'compass' },
    { id: 'campaigns', group: 'work', icon: 'megaphone' },
    { id: 'content', group: 'work', icon: 'clapperboard' },
    { id: 'money', group: 'business', icon: 'landmark' },
    { id: 'growth', group: 'business', icon: 'sprout' },
    { id: 'insights', group: 'business', icon: 'chart' },
    { id: 'settings', group: 'foot', icon: 'settings' },
  ],
  creator: [
    { id: 'home', group: 'top', icon: 'house' },
    { id: 'inbox', group: 'top', icon: 'inbox' },
    { id: 'find-work', group: 'work', icon: 'compass' },
    { id: 'my-work', group: 'work', icon: 'briefcase' },
    { id: 'publish', group: 'work', icon: 'radio' },
    { id: 'money', group: 'business', icon: 'landmark' },
    { id: 'storefront', group: 'business', icon: 'store' },
    { id: 'insights', group: 'business', icon: 'chart' },
    { id: 'settings', group: 'foot', icon: 'settings' },
  ],
  agency: [
    { id: 'home', group: 'top', icon: 'house' },
    { id: 'inbox', group: 'top', icon: 'inbox' },
    { id: 'scout', group: 'work', icon: 'compass' },
    { id: 'deals', group: 'work', icon: 'handshake' },
    { id: 'money', group: 'business', icon: 'landmark' },
    { id: 'agency', group: 'business', icon: 'building' },
    { id: 'insights', group: 'business', icon: 'chart' },
    { id: 'settings', group: 'foot', icon: 'settings' },
  ],
  staff: [
    { id: 'operations', group: 'top', icon: 'house' },
    { id: 'cases', group: 'work', icon: 'scale' },
    { id: 'platform', group: 'business', icon: 'server' },
    { id: 'insights', group: 'business', icon: 'chart' },
    { id: 'settings', group: 'foot', icon: 'settings' },
  ],
};

/** The bottom bar on phones; the fifth entry is always the menu. */
export const BOTTOM_BAR: Record<Persona, readonly AreaId[]> = {
  brand: ['home', 'discover', 'campaigns', 'inbox', 'content', 'money'],
  creator: ['home', 'find-work', 'my-work', 'inbox', 'money'],
  agency: ['home', 'deals', 'scout', 'inbox', 'money'],
  staff: ['operations', 'cases', 'platform', 'insights'],
};
