/** The tabs of the server's rules, which an address does not load. `replies`: what the org itself has sent. */
export const AD_TAB_NAMES = ['live', 'draft', 'in_review', 'expired', 'closed', 'replies'] as const;
export type AdTabName = (typeof AD_TAB_NAMES)[number];
