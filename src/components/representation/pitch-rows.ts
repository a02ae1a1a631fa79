import type { PitchableCreator } from '../../../server/features/agencies/schema.ts';

export interface PitchRow {
  creatorOrg: string;
  chosen: boolean;
  price: number | null;
}

/**
 * The rows of the form that are shown, with their place in it: those of creators without an application. A creator who was
 * pitched leaves the list, and the others keep their rows.
 */
export const openRows = (rows: readonly PitchRow[], creators: readonly PitchableCreator[]) =>
  rows.flatMap((row, index) => {
    const found = creators.find(({ creator, applied }) => creator.orgId === row.creatorOrg && !applied);
    return found ? [{ index, creator: found.creator, row }] : [];
  });
