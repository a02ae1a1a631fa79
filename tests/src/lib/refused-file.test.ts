import { expect, it } from 'vitest';
import { refusesFile } from '../../../src/components/form/check-file.ts';

it('a file that was refused for itself is not offered to be sent again; one that had no room is', () => {
  for (const code of ['file.type', 'file.empty', 'file.too_large', 'file.mismatch', 'file.damaged'] as const)
    expect(refusesFile(code), code).toBe(true);
  for (const code of ['file.incomplete', 'file.quota', 'file.no_room', 'rate.limited', undefined] as const)
    expect(refusesFile(code), code).toBe(false);
});
