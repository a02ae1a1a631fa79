/** What the terms of a deal say in the country of its brand. */
export const ITALY = { currency: 'EUR', country: 'IT', disclosure: 'Pubblicità' } as const;
export const BRITAIN = { currency: 'GBP', country: 'GB', disclosure: '#ad' } as const;
export const STATES = { currency: 'USD', country: 'US', disclosure: '#ad' } as const;
export const FRANCE = { currency: 'EUR', country: 'FR', disclosure: 'Collaboration commerciale' } as const;
