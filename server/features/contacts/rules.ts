/** How an org reaches out to another one. */
export type ContactKind = 'offer' | 'application' | 'message';
export type LimitKind = ContactKind | 'first';

const DAY_MS = 24 * 3_600_000;
/** Limits count what was sent in this time before the act. */
export const CONTACT_WINDOW_MS = DAY_MS;
/** An org is young for that long after it was founded. */
export const YOUNG_ORG_MS = 30 * DAY_MS;

/** Acts per org and day. `offer`: those without an application; `first`: other orgs that had no contact with it before, whatever the kind. */
const LIMITS: Record<LimitKind, { young: number; grown: number }> = {
  offer: { young: 20, grown: 100 },
  application: { young: 20, grown: 100 },
  message: { young: 200, grown: 1_000 },
  first: { young: 20, grown: 100 },
};

/** The limit for an org founded at `foundedAt`, times the instance's factor. */
export function contactLimit(kind: LimitKind, foundedAt: Date, now: Date, factor: number): number {
  const young = now.getTime() - foundedAt.getTime() < YOUNG_ORG_MS;
  return LIMITS[kind][young ? 'young' : 'grown'] * factor;
}
