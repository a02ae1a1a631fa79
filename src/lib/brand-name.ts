/** The product's name on screen; a white-label theme replaces it in this one place. */
export const BRAND_NAME = 'Sponsio';
