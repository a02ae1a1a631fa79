/** Countries offered in forms, by ISO 3166 code; their names come from Intl in the reader's language. */
export const COUNTRIES = [
  'AE', 'AR', 'AT', 'AU', 'BE', 'BG', 'BR', 'CA', 'CH', 'CL', 'CN', 'CO', 'CY', 'CZ', 'DE', 'DK', 'DZ', 'EE', 'EG', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE', 'IN', 'IS', 'IT', 'JO', 'JP',
  'KW', 'KZ', 'LB', 'LT', 'LU', 'LV', 'MA', 'MT', 'MX', 'NL', 'NO', 'NZ', 'PE', 'PL', 'PT', 'QA', 'RO', 'SA', 'SE', 'SG', 'SI', 'SK', 'TN', 'TR', 'UA', 'US', 'UY', 'ZA',
] as const;

/** Options of a select, sorted by name as the reader's language sorts. */
export function countryOptions(nameOf: (code: string) => string, tag: string): { value: string; label: string }[] {
  const collator = new Intl.Collator(tag);
  return COUNTRIES.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => collator.compare(a.label, b.label));
}
