/** The invented deal of the page about features. */
export const CREATOR = 'Maya Laurent';
export const CURRENCY = 'EUR';
export const PRICE = 45_000;
/** France, where the brand is billed. */
export const TAX_BPS = 2000;
export const COMMISSION_BPS = 1500;
