export const CONTRACT_FILTERS = ['all', 'open', 'active', 'ended'] as const;
export type ContractFilter = (typeof CONTRACT_FILTERS)[number];
/** Beside the list by state: templates for offers (brands), and the clauses that can be added. */
export const CONTRACT_TABS = ['templates', 'clauses'] as const;
export type ContractTab = (typeof CONTRACT_TABS)[number];
