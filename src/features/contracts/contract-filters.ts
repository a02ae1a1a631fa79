export const CONTRACT_FILTERS = ['all', 'open', 'active', 'ended'] as const;
export type ContractFilter = (typeof CONTRACT_FILTERS)[number];
