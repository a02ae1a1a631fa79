/** The product's name on screen. A white-label theme replaces it here. */
export const BRAND_NAME = 'Sponsio';
