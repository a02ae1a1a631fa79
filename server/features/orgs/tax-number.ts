import { createRequire } from 'node:module';
import type * as Stdnum from 'stdnum';

/** Loaded with the first number: its 400 files are a seventh of what a start of the API loads. */
let library: typeof Stdnum | undefined;
const stdnum = (): typeof Stdnum => (library ??= createRequire(import.meta.url)('stdnum') as typeof Stdnum);

/**
 * Whether a tax number has the format and check digits of its country, with or without the country's letters before it:
 * a business's or a sole trader's. Numbers of countries that the library does not support pass; whether a number is in
 * use is not checked.
 */
export function fitsCountry(taxId: string, country: string): boolean {
  const withoutCountry = taxId.trim().replace(new RegExp(`^${country}[\\s.-]*`, 'iu'), '');
  const { validateEntity, validatePerson } = stdnum();
  const checks = [taxId, withoutCountry]
    .flatMap((number) => [validateEntity(country, number), validatePerson(country, number)])
    .filter(({ checked }) => checked);
  return checks.length === 0 || checks.some(({ isValid }) => isValid === true);
}
