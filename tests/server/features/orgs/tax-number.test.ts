import { describe, expect, it } from 'vitest';
import { fitsCountry } from '../../../../server/features/orgs/tax-number.ts';

describe('a tax number', () => {
  it('has the format and check digits of its country, with or without prefix and separators', () => {
    for (const [country, number] of [
      ['IT', 'IT00743110157'],
      ['IT', '00743110157'],
      ['FR', 'FR40303265045'],
      ['FR', '732 829 320'],
      ['DE', 'DE 136 695 976'],
      ['ES', 'B58378431'],
      ['ES', 'ESB58378431'],
      ['GB', 'GB980780684'],
      ['NL', 'NL004495445B01'],
    ] as const) {
      expect(fitsCountry(number, country), `${country} ${number}`).toBe(true);
    }
  });

  it('is refused when it is too short, mistyped, or of another country', () => {
    for (const [country, number] of [
      ['IT', '12345'],
      ['IT', '00743110158'],
      ['IT', 'DE136695976'],
      ['FR', 'IT00743110157'],
      ['DE', 'hello'],
    ] as const) {
      expect(fitsCountry(number, country), `${country} ${number}`).toBe(false);
    }
  });
});
