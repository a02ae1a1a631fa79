/** Value of the select field for a sequence without a campaign. */
export const NO_CAMPAIGN = 'none';
