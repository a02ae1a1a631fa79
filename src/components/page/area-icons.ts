import { BriefcaseBusiness, Building2, ChartNoAxesColumn, Clapperboard, Compass, Handshake, House, Inbox, Landmark, type LucideIcon, Megaphone, RadioTower, Scale, Server, Settings, Sprout, Store } from 'lucide-react';
import type { AreaIcon } from '@/lib/screens.ts';

export const AREA_ICONS: Record<AreaIcon, LucideIcon> = {
  house: House,
  inbox: Inbox,
  compass: Compass,
  megaphone: Megaphone,
  clapperboard: Clapperboard,
  landmark: Landmark,
  sprout: Sprout,
  chart: ChartNoAxesColumn,
  settings: Settings,
  briefcase: BriefcaseBusiness,
  radio: RadioTower,
  store: Store,
  handshake: Handshake,
  building: Building2,
  scale: Scale,
  server: Server,
};
